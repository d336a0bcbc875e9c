import { beforeEach, describe, expect, it } from 'vitest';
import type { EventBody } from '../../../../src/harness/model/event.js';
import { ledgerOrder, type LedgerOrder } from '../../../../src/harness/sender/worker/ledger-order.js';

const row = {
  action: 'task',
  key: 'k',
  state: 'processing',
  attempts: 1,
  remoteId: null,
  fence: 1,
  leaseUntil: 1,
  reason: null,
} as const;
const claimed = (takenOver = false): EventBody => ({ type: 'row-claimed', worker: 'w', row, takenOver });
const recorded: EventBody = {
  type: 'row-recorded',
  worker: 'w',
  from: 'processing',
  row: { ...row, state: 'unknown' },
  nextAt: 1,
  exchange: null,
  outcome: null,
};
const held: EventBody = { type: 'send-held', worker: 'w', action: 'task', why: 'lease-lost' };

describe('what several processes tell of one ledger', () => {
  let order: LedgerOrder;
  let heard: string[];
  const take = (process: number, name: string, event: EventBody | null): void =>
    order.take(process, { event, pass: () => heard.push(name) });
  beforeEach(() => {
    order = ledgerOrder();
    heard = [];
    take(1, 'claim of 1', claimed());
  });

  it('keeps a claim of a row that was given back until the giving back is heard, and what came after it', () => {
    take(2, 'claim of 2', claimed());
    take(2, 'call of 2', null);
    expect(heard).toEqual(['claim of 1']);
    take(1, 'record of 1', recorded);
    expect(heard).toEqual(['claim of 1', 'record of 1', 'claim of 2', 'call of 2']);
  });

  it.each([
    ['a claim that takes over', claimed(true)],
    ['anything but a claim', held],
  ])('passes %s on at once', (_, event) => {
    take(2, 'of 2', event);
    expect(heard).toEqual(['claim of 1', 'of 2']);
  });

  it('passes on what another process tells meanwhile', () => {
    take(2, 'claim of 2', claimed());
    take(3, 'call of 3', null);
    expect(heard).toEqual(['claim of 1', 'call of 3']);
  });

  it('keeps nothing for a process that is through, or gone', () => {
    take(2, 'claim of 2', claimed());
    order.over(1);
    expect(heard).toEqual(['claim of 1', 'claim of 2']);
  });

  it('a process waits for none but others', () => {
    take(1, 'another claim of 1', claimed());
    expect(heard).toEqual(['claim of 1', 'another claim of 1']);
  });
});
