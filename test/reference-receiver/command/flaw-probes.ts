import type { ClaimedEvent } from '../../../reference-receiver/command/store/command-store.js';
import {
  accept,
  changeNote,
  claim,
  commandOf,
  deliveryOf,
  erpRecords,
  leaseMs,
  orderOf,
  type Opened,
} from './stores.js';

/** A course over the stores of the command API, and what it shows with the flaw and without, on every database. */
export interface CommandProbe {
  /** What goes wrong with the flaw, in words. */
  readonly shows: string;
  readonly course: (opened: Opened) => Promise<unknown>;
  readonly sound: unknown;
  readonly flawed: unknown;
}

/** For each flaw of the command API the course that catches it. */
export const commandProbes: Readonly<Record<string, CommandProbe>> = {
  'event-outside-transaction': {
    shows:
      'a failure once the order is written leaves it without an event, and its repeat does not mend that',
    async course({ stores }) {
      const failing = stores.commands.accept(commandOf('a'), (moment) => {
        if (moment === 'written') throw new Error('killed');
      });
      await failing.catch(() => undefined);
      const { kind } = await accept(stores, commandOf('a'));
      return [kind, (await stores.commands.backlog()).pending];
    },
    sound: ['accepted', 1],
    flawed: ['replayed', 0],
  },
  'inbox-without-deduplication': {
    shows: 'an event that comes twice makes two records',
    async course({ stores }) {
      await accept(stores, commandOf('a'));
      const [event] = await claimed(stores);
      for (const _ of [1, 2]) await stores.erp.receive(deliveryOf(event));
      return (await erpRecords(stores, 'reference of a')).length;
    },
    sound: 1,
    flawed: 2,
  },
  'late-version-overwrites': {
    shows: 'an older version that comes after a newer one undoes it',
    async course({ stores }) {
      const { order } = await acceptedOrder(stores);
      await changeNote(stores, order.id, { expected: 1, note: 'second' });
      const [first, second = first] = await claimed(stores);
      for (const event of [second, first]) await stores.erp.receive(deliveryOf(event));
      return (await erpRecords(stores, 'reference of a')).map(({ version }) => version);
    },
    sound: [2],
    flawed: [1],
  },
  'late-relay-reports': {
    shows: 'a relay that was taken over from writes over what is known',
    async course({ stores, advance }) {
      const { order } = await acceptedOrder(stores);
      const [late] = await claimed(stores);
      await advance(leaseMs + 1);
      const [next] = await claimed(stores, 'relay-2');
      await stores.commands.settle(next, { kind: 'delivered', externalReference: 'erp-1' });
      const isWritten = await stores.commands.settle(late, { kind: 'given-up', why: 'too late' });
      return [isWritten, (await orderOf(stores, order.id)).state];
    },
    sound: [false, 'CONFIRMED'],
    flawed: [true, 'UNKNOWN_EXTERNAL'],
  },
  'order-per-key': {
    shows: 'another key makes another order of the same intent',
    async course({ stores }) {
      for (const key of ['a key', 'another key']) await accept(stores, commandOf('a', { key }));
      return (await stores.commands.backlog()).pending;
    },
    sound: 1,
    flawed: 2,
  },
  'stale-change-overwrites': {
    shows: 'a change that was approved on the first version undoes the second',
    async course({ stores }) {
      const { order } = await acceptedOrder(stores);
      await changeNote(stores, order.id, { expected: 1, note: 'second' });
      const { kind } = await changeNote(stores, order.id, { expected: 1, note: 'stale' });
      const { version, content } = await orderOf(stores, order.id);
      return [kind, version, content];
    },
    sound: ['stale', 2, '{"note":"second"}'],
    flawed: ['changed', 3, '{"note":"stale"}'],
  },
};

async function acceptedOrder(stores: Opened['stores']) {
  const command = commandOf('a');
  await accept(stores, command);
  return command;
}

/** What a relay takes, which is something. */
async function claimed(
  stores: Opened['stores'],
  relay = 'relay-1',
): Promise<readonly [ClaimedEvent, ...ClaimedEvent[]]> {
  const [first, ...more] = await claim(stores, { relay });
  if (first === undefined) throw new Error('No event was due.');
  return [first, ...more];
}
