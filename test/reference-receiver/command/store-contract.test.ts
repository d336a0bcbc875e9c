import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commandFlaws } from '../../../reference-receiver/command/flaws.js';
import type { OperatorDecision } from '../../../reference-receiver/command/store/command-store.js';
import { commandProbes } from './flaw-probes.js';
import {
  accept,
  changeNote,
  claim,
  commandOf,
  databases,
  deliveryOf,
  erpRecords,
  leaseMs,
  openAt,
  orderOf,
} from './stores.js';

type Place = () => Promise<string>;

const nothing = { pending: 0, delivered: 0, quarantined: 0, givenUp: 0, oldestPendingMs: null };

describe.each(databases)('a command in $name', ({ place }: { place: Place }) => {
  it('leaves a receipt, an order and one event, for whoever opens the database', async () => {
    const { stores, another } = await openAt(place);
    const command = commandOf('a');
    const { id } = command.order;
    expect(await accept(stores, command)).toEqual({
      kind: 'accepted',
      answer: command.answer(id),
      orderId: id,
    });
    const other = await another();
    expect(await orderOf(other, id)).toMatchObject({
      id,
      tenant: 'harbor',
      intent: 'intent of a',
      reference: 'reference of a',
      version: 1,
      state: 'PENDING_ERP',
      externalReference: null,
      confirmedVersion: 0,
    });
    expect(await claim(other)).toMatchObject([{ ...command.event, fence: 1, attempts: 1 }]);
  });

  it('that comes again is told the first answer, with ids that stay, and writes nothing', async () => {
    const { stores, another } = await openAt(place);
    const first = commandOf('a');
    await accept(stores, first);
    const again = await accept(await another(), commandOf('a'));
    expect(again).toEqual({
      kind: 'replayed',
      answer: first.answer(first.order.id),
      orderId: first.order.id,
    });
    expect(await stores.commands.backlog()).toMatchObject({ pending: 1 });
  });

  it('with a key that came with other content is refused', async () => {
    const { stores } = await openAt(place);
    await accept(stores, commandOf('a'));
    const other = await accept(stores, commandOf('a', { hash: 'another hash' }));
    expect(other).toEqual({ kind: 'key-reused' });
  });

  it('with another key and the same intent is the same order, and no second event', async () => {
    const { stores } = await openAt(place);
    const first = commandOf('a');
    await accept(stores, first);
    const second = commandOf('a', { key: 'another key' });
    expect(await accept(stores, second)).toEqual({
      kind: 'accepted',
      answer: second.answer(first.order.id),
      orderId: first.order.id,
    });
    expect(await accept(stores, commandOf('a', { key: 'another key' }))).toEqual({
      kind: 'replayed',
      answer: second.answer(first.order.id),
      orderId: first.order.id,
    });
    expect(await stores.commands.backlog()).toMatchObject({ pending: 1 });
  });

  it('with another key, the same intent and other content is refused, and leaves its key free', async () => {
    const { stores } = await openAt(place);
    const first = commandOf('a');
    await accept(stores, first);
    const clash = await accept(stores, commandOf('a', { key: 'another key', hash: 'another hash' }));
    expect(clash).toEqual({ kind: 'intent-taken', orderId: first.order.id });
    const corrected = await accept(stores, commandOf('b', { key: 'another key' }));
    expect(corrected.kind).toBe('accepted');
  });

  it('stands beside those of another tenant and of another operation with the same key and intent', async () => {
    const { stores } = await openAt(place);
    const kinds = [];
    for (const more of [{}, { tenant: 'quay' }, { operation: 'sales-order.create.v2' }])
      kinds.push((await accept(stores, commandOf('a', more))).kind);
    expect(kinds).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await stores.commands.backlog()).toMatchObject({ pending: 3 });
  });

  it.each(['claimed', 'written'] as const)('leaves nothing where it fails once %s', async (moment) => {
    const { stores } = await openAt(place);
    const failing = stores.commands.accept(commandOf('a'), (reached) => {
      if (reached === moment) throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await stores.commands.backlog()).toEqual(nothing);
    const search = {
      tenant: 'harbor',
      by: 'reference',
      value: 'reference of a',
      after: 0,
      limit: 9,
    } as const;
    expect(await stores.commands.orders(search)).toEqual([]);
    expect((await accept(stores, commandOf('a'))).kind).toBe('accepted');
  });

  it('of twenty copies at once is accepted once', async () => {
    const { stores, another } = await openAt(place);
    const other = await another();
    const copies = Array.from({ length: 20 }, (_, at) =>
      accept(at % 2 === 0 ? stores : other, commandOf('a')),
    );
    const kinds = (await Promise.all(copies)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'replayed')).toHaveLength(19);
    expect(await stores.commands.backlog()).toMatchObject({ pending: 1 });
  });

  it('of twenty keys with one intent at once is one order', async () => {
    const { stores, another } = await openAt(place);
    const other = await another();
    const commands = Array.from({ length: 20 }, (_, at) =>
      accept(at % 2 === 0 ? stores : other, commandOf('a', { key: `key ${at}` })),
    );
    const orders = (await Promise.all(commands)).map((each) =>
      'orderId' in each ? each.orderId : each.kind,
    );
    expect(new Set(orders).size).toBe(1);
    expect(await stores.commands.backlog()).toMatchObject({ pending: 1 });
  });

  it('whose receipt is over is led to its order by its intent', async () => {
    const { stores, advance } = await openAt(place);
    const first = commandOf('a', { retentionMs: 60_000 });
    await accept(stores, first);
    await advance(60_001);
    const late = await accept(stores, commandOf('a'));
    expect(late).toMatchObject({ kind: 'accepted', orderId: first.order.id });
    const clash = await accept(stores, commandOf('b', { key: first.key }));
    expect(clash).toEqual({ kind: 'key-reused' });
    expect(await stores.commands.backlog()).toMatchObject({ pending: 1 });
  });

  it('is found by its key and by its reference, for its own tenant alone', async () => {
    const { stores } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    const find = async (tenant: string, by: 'key' | 'reference', value: string) =>
      (await stores.commands.orders({ tenant, by, value, after: 0, limit: 9 })).map(({ id }) => id);
    expect(await find('harbor', 'key', 'key of a')).toEqual([command.order.id]);
    expect(await find('harbor', 'reference', 'reference of a')).toEqual([command.order.id]);
    expect(await find('quay', 'key', 'key of a')).toEqual([]);
    expect(await find('quay', 'reference', 'reference of a')).toEqual([]);
  });
});

describe.each(databases)('events in $name', ({ place }: { place: Place }) => {
  it('are taken by one relay at a time, in batches, the oldest first', async () => {
    const { stores, another } = await openAt(place);
    for (const name of ['a', 'b', 'c']) await accept(stores, commandOf(name));
    const first = await claim(stores, { most: 2 });
    const second = await claim(await another(), { relay: 'relay-2' });
    expect([first.length, second.length]).toEqual([2, 1]);
    expect(await claim(stores)).toEqual([]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3);
  });

  it('are taken over when a lease is over, and the late relay says nothing any more', async () => {
    const { stores, advance } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    const [late] = await claim(stores);
    await advance(leaseMs + 1);
    const [next] = await claim(stores, { relay: 'relay-2' });
    if (late === undefined || next === undefined) throw new Error('An event is missing.');
    expect(next).toMatchObject({ id: late.id, fence: 2, attempts: 2 });
    expect(await stores.commands.settle(late, { kind: 'given-up', why: 'too late' })).toBe(false);
    expect(await orderOf(stores, command.order.id)).toMatchObject({ state: 'PENDING_ERP' });
    const end = { kind: 'delivered', externalReference: 'erp-1' } as const;
    expect(await stores.commands.settle(next, end)).toBe(true);
    expect(await stores.commands.settle(late, { kind: 'given-up', why: 'too late' })).toBe(false);
    expect(await orderOf(stores, command.order.id)).toMatchObject({
      state: 'CONFIRMED',
      externalReference: 'erp-1',
      confirmedVersion: 1,
    });
  });

  it('that are to come again do so when their time has come, and say when that is', async () => {
    const { stores, advance } = await openAt(place);
    await accept(stores, commandOf('a'));
    const [event] = await claim(stores);
    if (event === undefined) throw new Error('The event is missing.');
    await stores.commands.settle(event, { kind: 'again', afterMs: 5_000, why: 'no answer' });
    const { events, nextInMs } = await stores.commands.claim({ relay: 'relay-1', most: 1, leaseMs });
    expect(events).toEqual([]);
    expect(nextInMs).toBeGreaterThan(3_000);
    expect(nextInMs).toBeLessThanOrEqual(5_000);
    await advance(5_001);
    expect(await claim(stores)).toMatchObject([{ id: event.id, attempts: 2 }]);
  });

  it.each([
    ['quarantined', 'QUARANTINED', { quarantined: 1 }],
    ['given-up', 'UNKNOWN_EXTERNAL', { givenUp: 1 }],
  ] as const)('that are %s leave their order %s, and are not taken again', async (kind, state, count) => {
    const { stores, advance } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    const [event] = await claim(stores);
    if (event === undefined) throw new Error('The event is missing.');
    await stores.commands.settle(event, { kind, why: 'it was refused' });
    await advance(1_000_000);
    expect(await claim(stores)).toEqual([]);
    expect(await orderOf(stores, command.order.id)).toMatchObject({ state, externalReference: null });
    expect(await stores.commands.backlog()).toEqual({ ...nothing, ...count });
  });

  it('tell how long the oldest has waited', async () => {
    const { stores, advance } = await openAt(place);
    await accept(stores, commandOf('a'));
    await advance(7_000);
    await accept(stores, commandOf('b'));
    const { oldestPendingMs } = await stores.commands.backlog();
    expect(oldestPendingMs).toBeGreaterThanOrEqual(7_000);
    expect(oldestPendingMs).toBeLessThan(60_000);
  });
});

describe.each(databases)('a change in $name', ({ place }: { place: Place }) => {
  it('makes the next version and an event of it, in which the whole order is told', async () => {
    const { stores } = await openAt(place);
    const command = commandOf('a');
    const { order } = command;
    await accept(stores, command);
    const changed = await changeNote(stores, order.id, { expected: 1, note: 'second' });
    expect(changed).toMatchObject({ kind: 'changed', order: { version: 2, state: 'PENDING_ERP' } });
    expect((await claim(stores)).map(({ version, type }) => [version, type])).toEqual([
      [1, 'sales-order.accepted'],
      [2, 'sales-order.changed'],
    ]);
  });

  it('that was decided on an older version is refused, and so is one of no order', async () => {
    const { stores } = await openAt(place);
    const command = commandOf('a');
    const { order } = command;
    await accept(stores, command);
    await changeNote(stores, order.id, { expected: 1, note: 'second' });
    expect(await changeNote(stores, order.id, { expected: 1, note: 'stale' })).toEqual({
      kind: 'stale',
      version: 2,
    });
    expect(await changeNote(stores, 'ord_none', { expected: 1, note: 'nobody' })).toEqual({ kind: 'absent' });
    expect(JSON.parse((await orderOf(stores, order.id)).content)).toEqual({ note: 'second' });
  });

  it('of two on one version at once stands alone', async () => {
    const { stores, another } = await openAt(place);
    const other = await another();
    const command = commandOf('a');
    await accept(stores, command);
    const both = await Promise.all(
      [stores, other].map((each, at) =>
        changeNote(each, command.order.id, { expected: 1, note: `note ${at}` }),
      ),
    );
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'stale']);
  });

  it('leaves where the order stands to the event of its latest version', async () => {
    const { stores } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    await changeNote(stores, command.order.id, { expected: 1, note: 'second' });
    const [first, second] = await claim(stores);
    if (first === undefined || second === undefined) throw new Error('An event is missing.');
    const delivered = { kind: 'delivered', externalReference: 'erp-1' } as const;
    await stores.commands.settle(first, delivered);
    expect(await orderOf(stores, command.order.id)).toMatchObject({
      state: 'PENDING_ERP',
      confirmedVersion: 1,
    });
    await stores.commands.settle(second, delivered);
    expect(await orderOf(stores, command.order.id)).toMatchObject({
      state: 'CONFIRMED',
      confirmedVersion: 2,
    });
  });
});

describe.each(databases)('the inbox in $name', ({ place }: { place: Place }) => {
  async function told(opened: Awaited<ReturnType<typeof openAt>>) {
    const { stores } = opened;
    const command = commandOf('a');
    await accept(stores, command);
    await changeNote(stores, command.order.id, { expected: 1, note: 'second' });
    const [first, second] = await claim(stores);
    if (first === undefined || second === undefined) throw new Error('An event is missing.');
    return { first, second };
  }

  it('carries an event out once, and acknowledges it again with the same record', async () => {
    const opened = await openAt(place);
    const { stores } = opened;
    const { first } = await told(opened);
    const applied = await stores.erp.receive(deliveryOf(first));
    if (applied.kind === 'quarantined') throw new Error('It was quarantined.');
    const { externalReference } = applied;
    expect(applied.kind).toBe('applied');
    expect(await stores.erp.receive(deliveryOf(first))).toEqual({ kind: 'duplicate', externalReference });
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([{ id: externalReference, version: 1 }]);
  });

  it('carries an event out once that comes twenty times at once', async () => {
    const opened = await openAt(place);
    const { stores } = opened;
    const other = await opened.another();
    const { first } = await told(opened);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? stores : other).erp.receive(deliveryOf(first))),
    );
    expect(all.filter(({ kind }) => kind === 'applied')).toHaveLength(1);
    expect(all.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19);
    expect(await erpRecords(stores, 'reference of a')).toHaveLength(1);
  });

  it('puts the same event with another hash into quarantine, and changes nothing', async () => {
    const opened = await openAt(place);
    const { stores } = opened;
    const { first } = await told(opened);
    await stores.erp.receive(deliveryOf(first));
    const forged = { ...deliveryOf(first), hash: 'another hash', content: '{"note":"forged"}', version: 9 };
    expect(await stores.erp.receive(forged)).toEqual({ kind: 'quarantined' });
    expect(await stores.erp.receive(forged)).toEqual({ kind: 'quarantined' });
    const { eventId, hash, content } = forged;
    expect(await stores.erp.quarantine()).toEqual([{ eventId, hash, content }]);
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([
      { version: 1, content: '{"note":"a"}' },
    ]);
  });

  it('lets a newer version stand when an older one comes after it', async () => {
    const opened = await openAt(place);
    const { stores } = opened;
    const { first, second } = await told(opened);
    expect(await stores.erp.receive(deliveryOf(second))).toMatchObject({ kind: 'applied' });
    expect(await stores.erp.receive(deliveryOf(first))).toMatchObject({ kind: 'superseded' });
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([
      { version: 2, content: '{"note":"second"}' },
    ]);
  });

  it('makes one record of two versions that come at once', async () => {
    const opened = await openAt(place);
    const { stores } = opened;
    const other = await opened.another();
    const { first, second } = await told(opened);
    await Promise.all([stores.erp.receive(deliveryOf(first)), other.erp.receive(deliveryOf(second))]);
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([
      { version: 2, content: '{"note":"second"}' },
    ]);
  });
});

describe.each(databases)('orders of which nobody knows, in $name', ({ place }: { place: Place }) => {
  const said = { who: 'Ana of the service desk', why: 'the ERP was searched' };
  const held = { kind: 'held', externalReference: 'erp-9' } as const;
  const again = { kind: 'deliver-again' } as const;

  /** An order whose event was given up, and how an operator decides on it. */
  async function unknown() {
    const opened = await openAt(place);
    const { stores } = opened;
    const command = commandOf('a');
    await accept(stores, command);
    const [event] = await claim(stores);
    if (event === undefined) throw new Error('The event is missing.');
    await stores.commands.settle(event, { kind: 'given-up', why: 'no answer' });
    const orderId = command.order.id;
    const resolve = (decision: OperatorDecision, expected = 1, tenant = 'harbor') =>
      stores.commands.resolve({ id: `res_${randomUUID()}`, tenant, orderId, expected, decision, ...said });
    const kept = () => stores.commands.resolutions('harbor', orderId);
    return { ...opened, event, orderId, resolve, kept };
  }

  it('are found by their state, for their own tenant alone', async () => {
    const { stores, orderId } = await unknown();
    await accept(stores, commandOf('b'));
    const found = async (tenant: string) =>
      (
        await stores.commands.orders({ tenant, by: 'state', value: 'UNKNOWN_EXTERNAL', after: 0, limit: 9 })
      ).map(({ id }) => id);
    expect(await found('harbor')).toEqual([orderId]);
    expect(await found('quay')).toEqual([]);
  });

  it('are confirmed where an operator says under which id the ERP holds them, and who and why is kept', async () => {
    const { stores, orderId, resolve, kept } = await unknown();
    const order = { state: 'CONFIRMED', externalReference: 'erp-9', confirmedVersion: 1 };
    expect(await resolve(held)).toMatchObject({ kind: 'resolved', order });
    expect(await orderOf(stores, orderId)).toMatchObject(order);
    expect(await stores.commands.backlog()).toEqual({ ...nothing, delivered: 1 });
    expect(await kept()).toMatchObject([
      { version: 1, decision: 'held', externalReference: 'erp-9', ...said },
    ]);
    expect(await stores.commands.resolutions('quay', orderId)).toEqual([]);
  });

  it('are delivered again where an operator says so, with all attempts before them', async () => {
    const { stores, event, orderId, resolve, kept } = await unknown();
    expect(await resolve(again)).toMatchObject({ kind: 'resolved', order: { state: 'PENDING_ERP' } });
    const [next] = await claim(stores, { relay: 'relay-2' });
    expect(next).toMatchObject({ id: event.id, hash: event.hash, attempts: 1 });
    expect(next?.fence).toBeGreaterThan(event.fence);
    expect(await stores.commands.settle(event, { kind: 'given-up', why: 'too late' })).toBe(false);
    if (next === undefined) throw new Error('The event is missing.');
    await stores.commands.settle(next, { kind: 'delivered', externalReference: 'erp-1' });
    expect(await orderOf(stores, orderId)).toMatchObject({ state: 'CONFIRMED', externalReference: 'erp-1' });
    expect(await kept()).toMatchObject([{ decision: 'deliver-again', externalReference: null, ...said }]);
  });

  it('are decided once, on the version that they have, and by their own tenant', async () => {
    const { stores, orderId, resolve, kept } = await unknown();
    expect(await resolve(held, 2)).toEqual({ kind: 'stale', version: 1 });
    expect(await resolve(held, 1, 'quay')).toEqual({ kind: 'absent' });
    expect(await kept()).toEqual([]);
    const both = await Promise.all([resolve(held), resolve(again)]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['not-unknown', 'resolved']);
    expect(await kept()).toHaveLength(1);
    expect((await orderOf(stores, orderId)).state).not.toBe('UNKNOWN_EXTERNAL');
  });

  it('are not said to be held under another id than the ERP named for an earlier version', async () => {
    const { stores, orderId, resolve } = await unknown();
    await resolve({ kind: 'held', externalReference: 'erp-1' });
    await changeNote(stores, orderId, { expected: 1, note: 'second' });
    const [second] = await claim(stores);
    if (second === undefined) throw new Error('The event is missing.');
    await stores.commands.settle(second, { kind: 'given-up', why: 'no answer' });
    expect(await resolve(held, 2)).toEqual({ kind: 'other-record', externalReference: 'erp-1' });
    expect(await resolve({ kind: 'held', externalReference: 'erp-1' }, 2)).toMatchObject({
      order: { state: 'CONFIRMED', confirmedVersion: 2 },
    });
  });
});

describe.each(databases)('a flaw in $name shows', ({ place }: { place: Place }) => {
  it.each(Object.entries(commandProbes))('%s', async (flaw, { course, sound, flawed }) => {
    expect(await course(await openAt(place))).toEqual(sound);
    expect(await course(await openAt(place, flaw))).toEqual(flawed);
  });
});

it('every flaw of the command API is caught by a course', () => {
  expect(Object.keys(commandProbes)).toEqual(commandFlaws.map(({ name }) => name));
});
