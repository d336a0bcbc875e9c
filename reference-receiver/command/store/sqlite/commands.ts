import type { Order } from '../../order.js';
import { IntentTaken, stateAfter } from '../command-store.js';
import type {
  Acceptance,
  Change,
  Changed,
  ClaimedEvent,
  ClaimTerms,
  Claimed,
  Command,
  CommandStore,
  DeliveryEnd,
  OrderSearch,
  Placed,
  Reached,
} from '../command-store.js';
import { commandStatements, type CommandStatements } from './command-statements.js';
import type { SqlitePlace } from './place.js';
import { openResolutions } from './resolutions.js';

/** Receipts, orders and events in SQLite. Its calls are done when they return, so none waits while it holds the lock. */
export function openCommands(place: SqlitePlace): CommandStore {
  const parts = { ...place, sql: commandStatements(place.database) };
  return {
    accept: async (command, reached) => accept(parts, command, reached),
    change: async (change) => parts.atomically(() => changed(parts, change)),
    ...openResolutions(parts),
    orders: async (search) => ordersOf(parts, search),
    claim: async (terms) => parts.atomically(() => claimed(parts, terms)),
    settle: async (claim, end) => parts.atomically(() => settled(parts, claim, end)),
    backlog: async () => {
      const { oldest, ...counts } = parts.sql.backlog.get() ?? nothing;
      return { ...counts, oldestPendingMs: oldest === null ? null : parts.now() - oldest };
    },
  };
}

interface Parts extends SqlitePlace {
  readonly sql: CommandStatements;
}

const nothing = { pending: 0, delivered: 0, quarantined: 0, givenUp: 0, oldest: null };
const sweptAtOnce = 1_000;

function accept(parts: Parts, command: Command, reached: Reached): Acceptance {
  const { atomically, rules } = parts;
  const writesEvent = rules.eventWritten === 'with-its-order';
  try {
    const made = atomically(() => {
      const written = write(parts, command, reached);
      if (written.isNew && writesEvent) {
        reached('written');
        writeEvent(parts, command.event);
      }
      return written;
    });
    if (made.isNew && !writesEvent) {
      reached('written');
      writeEvent(parts, command.event);
    }
    if (made.acceptance.kind === 'accepted') reached('committed');
    return made.acceptance;
  } catch (error) {
    if (error instanceof IntentTaken) return { kind: 'intent-taken', orderId: error.orderId };
    throw error;
  }
}

/** Receipt and order, within a transaction. */
function write(
  { sql, now, rules, isTimeToSweep }: Parts,
  command: Command,
  reached: Reached,
): { readonly acceptance: Acceptance; readonly isNew: boolean } {
  const { id, tenant, operation, key, intent, hash, order, retentionMs } = command;
  const at = now();
  if (isTimeToSweep()) sql.sweep.run(at, sweptAtOnce);
  const receipt = { id, tenant, operation, key, hash, at, expiresAt: at + retentionMs };
  if (sql.takeKey.run(receipt).changes === 0) {
    const held = sql.receipt.get({ tenant, operation, key });
    if (held === undefined || held.hash !== hash) return { acceptance: { kind: 'key-reused' }, isNew: false };
    return { acceptance: { kind: 'replayed', answer: held.answer, orderId: held.orderId }, isNew: false };
  }
  reached('claimed');
  const boundary = rules.intent === 'heeded' ? intent : `${intent} ${order.id}`;
  const isNew = sql.place.run({ ...order, tenant, operation, intent, boundary, hash }).changes === 1;
  const orderId = isNew ? order.id : sameIntent(sql.byIntent.get({ tenant, operation, boundary }), hash);
  const answer = command.answer(orderId);
  sql.answer.run({ id, orderId, answer });
  return { acceptance: { kind: 'accepted', answer, orderId }, isNew };
}

function sameIntent(held: { readonly id: string; readonly hash: string } | undefined, hash: string): string {
  if (held === undefined) throw new Error('An order stood in the way, and is not there.');
  if (held.hash !== hash) throw new IntentTaken(held.id);
  return held.id;
}

function writeEvent({ sql, now }: Parts, event: Command['event']): void {
  sql.tell.run({ ...event, at: now() });
}

function changed(parts: Parts, { tenant, orderId, expected, make }: Change): Changed {
  const { sql, rules } = parts;
  const order = sql.orderBy.id.get({ tenant, value: orderId, after: 0, limit: 1 });
  if (order === undefined) return { kind: 'absent' };
  if (order.version !== expected && rules.staleChange === 'refused')
    return { kind: 'stale', version: order.version };
  const { content, event } = make(order);
  sql.change.run({ id: orderId, content });
  writeEvent(parts, event);
  return { kind: 'changed', order: { ...order, content, version: order.version + 1, state: 'PENDING_ERP' } };
}

function ordersOf({ sql, now }: Parts, search: OrderSearch): readonly Placed<Order>[] {
  const { by, ...values } = search;
  return by === 'key' ? sql.orderBy.key.all({ ...values, at: now() }) : sql.orderBy[by].all(values);
}

function claimed({ sql, now }: Parts, { relay, most, leaseMs }: ClaimTerms): Claimed {
  const at = now();
  const due = sql.due.all(at, most);
  const events: ClaimedEvent[] = due.map((event) => {
    const fence = event.fence + 1;
    sql.take.run({ id: event.id, relay, fence, dueAt: at + leaseMs });
    return { ...event, fence, attempts: fence - event.spent };
  });
  const next = events.length > 0 ? undefined : sql.nextDue.get();
  return { events, nextInMs: next?.at == null ? null : Math.max(0, next.at - at) };
}

function settled(
  { sql, now, rules }: Parts,
  { id, fence }: Pick<ClaimedEvent, 'id' | 'fence'>,
  end: DeliveryEnd,
): boolean {
  const event = sql.event.get(id);
  if (event === undefined) return false;
  const isLatest = event.state === 'pending' && event.fence === fence;
  if (!isLatest && rules.fence === 'kept') return false;
  if (end.kind === 'again') {
    sql.again.run({ id, dueAt: now() + end.afterMs, trouble: end.why });
    return true;
  }
  sql.end.run({ id, state: end.kind, trouble: end.kind === 'delivered' ? null : end.why });
  sql.stand.run({
    id: event.orderId,
    version: event.version,
    state: stateAfter(end),
    confirmed: end.kind === 'delivered' ? event.version : 0,
    externalReference: end.kind === 'delivered' ? end.externalReference : null,
  });
  return true;
}
