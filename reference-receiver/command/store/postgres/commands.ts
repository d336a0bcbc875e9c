import type { Order } from '../../order.js';
import { IntentTaken, stateAfter } from '../command-store.js';
import type {
  Acceptance,
  Backlog,
  Change,
  Changed,
  ClaimedEvent,
  ClaimTerms,
  Claimed,
  Command,
  CommandStore,
  DeliveryEnd,
  OrderEvent,
  Placed,
  Reached,
} from '../command-store.js';
import { accepting, reading, relaying } from './command-statements.js';
import type { Ask } from './database.js';
import type { PostgresPlace } from './place.js';
import { openResolutions } from './resolutions.js';

/** Receipts, orders and events in PostgreSQL. Whoever comes second waits for the first one's commit, in the server. */
export function openCommands(place: PostgresPlace): CommandStore {
  const { database, movedMs } = place;
  return {
    accept: (command, reached) => accept(place, command, reached),
    change: (change) => database.atomically((ask) => changed(place, ask, change)),
    ...openResolutions(place),
    orders: ({ tenant, by, value, after, limit }) =>
      database.ask<Placed<Order>>(reading.orderBy[by], [movedMs(), tenant, value, after, limit]),
    claim: (terms) => claimed(place, terms),
    settle: (claim, end) => database.atomically((ask) => settled(place, ask, claim, end)),
    backlog: async () => {
      const [backlog] = await database.ask<{ [Name in keyof Backlog]: Backlog[Name] }>(reading.backlog, [
        movedMs(),
      ]);
      if (backlog === undefined) throw new Error('A count gave no row.');
      return backlog;
    },
  };
}

const sweptAtOnce = 1_000;

async function accept(place: PostgresPlace, command: Command, reached: Reached): Promise<Acceptance> {
  const { database, rules } = place;
  const writesEvent = rules.eventWritten === 'with-its-order';
  try {
    const made = await database.atomically(async (ask) => {
      const written = await write(place, ask, { command, reached });
      if (written.isNew && writesEvent) {
        reached('written');
        await writeEvent(place, ask, command.event);
      }
      return written;
    });
    if (made.isNew && !writesEvent) {
      reached('written');
      await writeEvent(place, database.ask, command.event);
    }
    if (made.acceptance.kind === 'accepted') reached('committed');
    return made.acceptance;
  } catch (error) {
    if (error instanceof IntentTaken) return { kind: 'intent-taken', orderId: error.orderId };
    throw error;
  }
}

/** Receipt and order, within a transaction. */
async function write(
  { movedMs, rules, isTimeToSweep }: PostgresPlace,
  ask: Ask,
  { command, reached }: { readonly command: Command; readonly reached: Reached },
): Promise<{ readonly acceptance: Acceptance; readonly isNew: boolean }> {
  const { id, tenant, operation, key, intent, hash, order, retentionMs } = command;
  if (isTimeToSweep()) await ask(accepting.sweep, [movedMs(), sweptAtOnce]);
  const taken = await ask(accepting.takeKey, [movedMs(), id, tenant, operation, key, hash, retentionMs]);
  if (taken.length === 0) return { acceptance: await repeated(ask, command), isNew: false };
  reached('claimed');
  const boundary = rules.intent === 'heeded' ? intent : `${intent} ${order.id}`;
  const { reference, content } = order;
  const made = await ask(accepting.place, [
    order.id,
    tenant,
    operation,
    intent,
    boundary,
    hash,
    reference,
    content,
  ]);
  const isNew = made.length === 1;
  const orderId = isNew ? order.id : await sameIntent(ask, command, boundary);
  const answer = command.answer(orderId);
  await ask(accepting.answer, [id, orderId, answer]);
  return { acceptance: { kind: 'accepted', answer, orderId }, isNew };
}

/** A statement of its own, since only that sees what the first one has committed meanwhile. */
async function repeated(ask: Ask, { tenant, operation, key, hash }: Command): Promise<Acceptance> {
  const [held] = await ask<{ hash: string; answer: string; orderId: string }>(accepting.receipt, [
    tenant,
    operation,
    key,
  ]);
  if (held === undefined) throw new Error('A receipt stood in the way, and is not there.');
  return held.hash === hash
    ? { kind: 'replayed', answer: held.answer, orderId: held.orderId }
    : { kind: 'key-reused' };
}

async function sameIntent(ask: Ask, { tenant, operation, hash }: Command, boundary: string): Promise<string> {
  const [held] = await ask<{ id: string; hash: string }>(accepting.byIntent, [tenant, operation, boundary]);
  if (held === undefined) throw new Error('An order stood in the way, and is not there.');
  if (held.hash !== hash) throw new IntentTaken(held.id);
  return held.id;
}

async function writeEvent({ movedMs }: PostgresPlace, ask: Ask, event: OrderEvent): Promise<void> {
  const { id, orderId, version, type, hash, body } = event;
  await ask(accepting.tell, [movedMs(), id, orderId, version, type, hash, body]);
}

async function changed(
  place: PostgresPlace,
  ask: Ask,
  { tenant, orderId, expected, make }: Change,
): Promise<Changed> {
  const [order] = await ask<Placed<Order>>(accepting.lockOrder, [tenant, orderId]);
  if (order === undefined) return { kind: 'absent' };
  if (order.version !== expected && place.rules.staleChange === 'refused')
    return { kind: 'stale', version: order.version };
  const { content, event } = make(order);
  await ask(accepting.change, [orderId, content]);
  await writeEvent(place, ask, event);
  return { kind: 'changed', order: { ...order, content, version: order.version + 1, state: 'PENDING_ERP' } };
}

async function claimed(
  { database, movedMs }: PostgresPlace,
  { relay, most, leaseMs }: ClaimTerms,
): Promise<Claimed> {
  const taken = await database.ask<Omit<ClaimedEvent, 'attempts'> & { spent: number }>(relaying.claim, [
    movedMs(),
    most,
    relay,
    leaseMs,
  ]);
  if (taken.length > 0)
    return {
      events: taken.map((event) => ({ ...event, attempts: event.fence - event.spent })),
      nextInMs: null,
    };
  const [next] = await database.ask<{ inMs: number | null }>(relaying.nextDue, [movedMs()]);
  return { events: [], nextInMs: next?.inMs == null ? null : Math.max(0, next.inMs) };
}

async function settled(
  { movedMs, rules }: PostgresPlace,
  ask: Ask,
  { id, fence }: Pick<ClaimedEvent, 'id' | 'fence'>,
  end: DeliveryEnd,
): Promise<boolean> {
  const [event] = await ask<OrderEvent & { fence: number; state: string }>(relaying.lockEvent, [id]);
  if (event === undefined) return false;
  const isLatest = event.state === 'pending' && event.fence === fence;
  if (!isLatest && rules.fence === 'kept') return false;
  if (end.kind === 'again') {
    await ask(relaying.again, [movedMs(), id, end.afterMs, end.why]);
    return true;
  }
  const isDelivered = end.kind === 'delivered';
  await ask(relaying.end, [id, end.kind, isDelivered ? null : end.why]);
  const externalReference = isDelivered ? end.externalReference : null;
  const confirmed = isDelivered ? event.version : 0;
  await ask(relaying.stand, [event.orderId, externalReference, confirmed, event.version, stateAfter(end)]);
  return true;
}
