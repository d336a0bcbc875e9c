import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { commandRules } from '../../../reference-receiver/command/flaws.js';
import { acceptedEvent, changedEvent } from '../../../reference-receiver/command/order-event.js';
import type { Order } from '../../../reference-receiver/command/order.js';
import type {
  Acceptance,
  Changed,
  ClaimedEvent,
  ClaimTerms,
  Command,
  CommandStore,
  Delivery,
  OpenStores,
} from '../../../reference-receiver/command/store/command-store.js';
import { openStores } from '../../../reference-receiver/command/store/open-stores.js';
import { emptyLedger } from '../../support/postgresql.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Stores that are open for the running test, and the same ones as another process has them open. */
export interface Opened {
  readonly stores: OpenStores;
  readonly another: () => Promise<OpenStores>;
  /** Lets time pass in all of them. */
  readonly advance: (ms: number) => Promise<void>;
}

const open: OpenStores[] = [];

afterEach(async () => {
  for (const stores of open.splice(0)) await stores.close();
});

/** Every database that there is. */
export const databases: readonly { readonly name: string; readonly place: () => Promise<string> }[] = [
  { name: 'SQLite', place: async () => join(temporaryFolder(), 'orders.sqlite') },
  { name: 'PostgreSQL', place: emptyLedger },
];

/** Opens empty stores at a new place, with a flaw by name. */
export async function openAt(place: () => Promise<string>, flaw?: string): Promise<Opened> {
  const data = await place();
  let now = Date.UTC(2026, 10, 5);
  const clock = { now: () => now };
  const mine: OpenStores[] = [];
  const another = async (): Promise<OpenStores> => {
    const stores = await openStores({ data, clock, rules: commandRules(flaw) });
    open.push(stores);
    mine.push(stores);
    return stores;
  };
  return {
    stores: await another(),
    another,
    advance: async (ms) => {
      const ofServer = data.startsWith('postgres');
      if (!ofServer) now += ms;
      else for (const each of mine) await each.keepMoved(each.movedMs() + ms);
    },
  };
}

/** A command of that name, with ids of its own. */
export function commandOf(
  name: string,
  more: Partial<Command> & { readonly reference?: string } = {},
): Command {
  const { reference = `reference of ${name}`, ...rest } = more;
  const id = `cmd_${randomUUID()}`;
  const orderId = `ord_${randomUUID()}`;
  const order = { id: orderId, reference, content: JSON.stringify({ note: name }) };
  return {
    id,
    tenant: 'harbor',
    operation: 'sales-order.create.v1',
    key: `key of ${name}`,
    intent: `intent of ${name}`,
    hash: `hash of ${name}`,
    order,
    event: acceptedEvent(`evt_${randomUUID()}`, { ...order, tenant: 'harbor' }),
    answer: (ofOrder) => JSON.stringify({ command: id, order: ofOrder }),
    retentionMs: 86_400_000,
    ...rest,
  };
}

/** Nothing happens at any moment. */
export const undisturbed = (): void => undefined;

/** Accepts a command undisturbed. */
export function accept({ commands }: OpenStores, command: Command): Promise<Acceptance> {
  return commands.accept(command, undisturbed);
}

/** Changes the note of an order. */
export function changeNote(
  { commands }: OpenStores,
  orderId: string,
  { expected, note }: { readonly expected: number; readonly note: string },
): Promise<Changed> {
  return commands.change({
    tenant: 'harbor',
    orderId,
    expected,
    make: (order) => {
      const content = JSON.stringify({ note });
      const event = changedEvent(`evt_${randomUUID()}`, { ...order, content, version: order.version + 1 });
      return { content, event };
    },
  });
}

/** How a relay with a lease of ten seconds takes events. */
export const leaseMs = 10_000;

/** Claims as a relay does. */
export function claim(
  { commands }: { readonly commands: CommandStore },
  more: Partial<ClaimTerms> = {},
): Promise<readonly ClaimedEvent[]> {
  return commands.claim({ relay: 'relay-1', most: 10, leaseMs, ...more }).then(({ events }) => events);
}

/** The one order of that id. */
export async function orderOf({ commands }: OpenStores, id: string): Promise<Order> {
  const [order] = await commands.orders({ tenant: 'harbor', by: 'id', value: id, after: 0, limit: 1 });
  if (order === undefined) throw new Error(`There is no order ${id}.`);
  return order;
}

/** The delivery of an event, as it reaches the ERP. */
export function deliveryOf(
  event: Pick<ClaimedEvent, 'id' | 'hash' | 'orderId' | 'version' | 'body'>,
): Delivery {
  const told = JSON.parse(event.body) as { readonly reference: string; readonly content: object };
  return {
    eventId: event.id,
    hash: event.hash,
    tenant: 'harbor',
    orderId: event.orderId,
    version: event.version,
    reference: told.reference,
    content: JSON.stringify(told.content),
    newId: `erp_${randomUUID()}`,
  };
}

/** What the ERP holds under a reference. */
export async function erpRecords(
  { erp }: OpenStores,
  reference: string,
): Promise<readonly { readonly id: string; readonly version: number; readonly content: string }[]> {
  const search = { tenant: 'harbor', by: 'reference', value: reference, after: 0, limit: 100 } as const;
  return erp.orders(search);
}
