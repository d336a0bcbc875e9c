import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../reference-receiver/clock.js';
import type { Deliver, Delivered } from '../../../reference-receiver/command/deliver.js';
import { relayOnce } from '../../../reference-receiver/command/relay.js';
import type { OpenStores } from '../../../reference-receiver/command/store/command-store.js';
import {
  accept,
  changeNote,
  commandOf,
  databases,
  deliveryOf,
  erpRecords,
  leaseMs,
  openAt,
  orderOf,
} from './stores.js';

/** Takes what is due once, and resolves when it is settled. */
function relay({ commands }: OpenStores, deliver: Deliver, batch = 100): Promise<number> {
  const options = { clock: systemClock, chance: () => 0, name: 'relay', leaseMs, mostAttempts: 12 };
  return relayOnce({ ...options, commands, deliver, batch });
}

/** Delivers to the ERP in the same database. */
function toErp({ erp }: OpenStores): Deliver {
  return async (event) => {
    const reception = await erp.receive(deliveryOf(event));
    return reception.kind === 'quarantined'
      ? { kind: 'refused', why: 'it was quarantined' }
      : { kind: 'acknowledged', externalReference: reception.externalReference };
  };
}

describe.each(databases)('a relay on $name', ({ place }: { place: () => Promise<string> }) => {
  it('delivers a hundred events beside two others, each of them once', async () => {
    const { stores, another } = await openAt(place);
    const relays = [stores, await another(), await another()];
    for (let at = 0; at < 100; at += 1) await accept(stores, commandOf(`order ${at}`, { reference: 'R' }));
    const delivered: string[] = [];
    const untilNoneIsLeft = async (each: OpenStores): Promise<void> => {
      const deliver: Deliver = (event) => {
        delivered.push(event.id);
        return toErp(each)(event);
      };
      while ((await relay(each, deliver, 7)) === 0);
    };
    await Promise.all(relays.map(untilNoneIsLeft));
    expect(delivered).toHaveLength(100);
    expect(new Set(delivered).size).toBe(100);
    expect(await erpRecords(stores, 'R')).toHaveLength(100);
    expect(await stores.commands.backlog()).toMatchObject({ pending: 0, delivered: 100 });
  });

  it('takes over from one that stood still, whose late answer changes nothing', async () => {
    const { stores, another, advance } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    let answer: (delivered: Delivered) => void = () => undefined;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const late = relay(await another(), () => {
      asked();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    await isAsked;
    await advance(leaseMs + 1);
    await relay(stores, toErp(stores));
    answer({ kind: 'refused', why: 'too late' });
    await late;
    const order = await orderOf(stores, command.order.id);
    expect(order).toMatchObject({ state: 'CONFIRMED', confirmedVersion: 1 });
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([{ id: order.externalReference }]);
  });

  it('that died after a delivery is followed by one that delivers again, and the ERP has one record', async () => {
    const { stores, advance } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    const deliver = toErp(stores);
    const dying = relay({ ...stores, commands: { ...stores.commands, settle: never } }, deliver);
    await expect(dying).rejects.toThrow('it died');
    await advance(leaseMs + 1);
    await relay(stores, deliver);
    expect(await erpRecords(stores, 'reference of a')).toHaveLength(1);
    expect(await orderOf(stores, command.order.id)).toMatchObject({ state: 'CONFIRMED' });
  });

  it('whose events come out of their order leaves the newest version in the ERP', async () => {
    const { stores, advance } = await openAt(place);
    const command = commandOf('a');
    await accept(stores, command);
    await changeNote(stores, command.order.id, { expected: 1, note: 'second' });
    const deliver = toErp(stores);
    const firstIsLost: Deliver = (event) =>
      event.version === 1
        ? Promise.resolve({ kind: 'unclear', why: 'no answer', retryAfterMs: 1_000 })
        : deliver(event);
    await relay(stores, firstIsLost);
    await advance(1_001);
    await relay(stores, deliver);
    expect(await erpRecords(stores, 'reference of a')).toMatchObject([
      { version: 2, content: '{"note":"second"}' },
    ]);
    expect(await orderOf(stores, command.order.id)).toMatchObject({
      state: 'CONFIRMED',
      confirmedVersion: 2,
    });
  });
});

function never(): Promise<never> {
  return Promise.reject(new Error('it died'));
}
