import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../../src/harness/model/event.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { openSender } from '../../../src/harness/sender/sender.js';
import { intentFor, outcome, policy } from './support.js';
import { stores } from './store/stores.js';

const pause = { act: 'pause', who: 'Ada', why: 'wrong prices' } as const;
const resume = { act: 'resume', who: 'Grace', why: 'prices are mended' } as const;

describe.each(stores)('a worker on $name whose sends are paused', ({ open }) => {
  it('sends nothing of what it had claimed, and sends it with its whole budget after', async () => {
    const { store } = await open();
    const events: EventBody[] = [];
    let creates = 0;
    const sender = openSender({
      store,
      random: seededRandom(104),
      policy: { ...policy, maxAttempts: 1 },
      lookUp: null,
      record: (event) => events.push(event),
      deliver: () => {
        creates += 1;
        return Promise.resolve({ exchange: 'exchange-1', outcome: outcome('created', { id: 'record-1' }) });
      },
    });
    await sender.approve(intentFor());
    const at = async (point: string): Promise<void> => {
      if (point === 'before-send') await store.switchSends(pause);
    };
    await sender.attempt('worker-1', { effects: [], at });
    expect(creates).toBe(0);
    expect(events.filter(({ type }) => type === 'send-held')).toMatchObject([{ why: 'paused' }]);
    expect(await store.rows()).toMatchObject([{ state: 'pending', attempts: 0, inDoubt: 0 }]);
    const freely = { effects: [], at: () => Promise.resolve() };
    expect(await sender.attempt('worker-1', freely)).toEqual({ kind: 'idle', nextAt: null });
    await store.switchSends(resume);
    await sender.attempt('worker-1', freely);
    expect(creates).toBe(1);
    expect(await store.rows()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });
});
