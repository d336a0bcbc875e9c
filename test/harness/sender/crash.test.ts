import { describe, expect, it } from 'vitest';
import { crashPoints } from '../../../src/harness/model/step.js';
import { openTrial } from './support.js';

describe('a worker that is killed', () => {
  for (const retry of ['same-key', 'lookup-first'] as const) {
    it.each(crashPoints)(
      `at %s ends in the same final state as one that is not (${retry})`,
      async (crashAt) => {
        const { approve, attempt, work, row, records, sender } = openTrial({ policy: { retry } });
        await approve();
        expect(await attempt({ crashAt })).toBe('killed');
        await work('worker-2');
        const held = await records();
        expect(held).toHaveLength(1);
        expect(await row()).toMatchObject({
          state: 'sent',
          remoteId: held[0]?.id,
          leaseUntil: null,
          reason: null,
        });
        expect(await sender.rows()).toHaveLength(1);
      },
    );
  }

  it('passes every point in order', async () => {
    const { approve, sender, creates } = openTrial();
    await approve();
    const passed: string[] = [];
    await sender.attempt('worker-1', {
      effects: [],
      at: async (point) => void passed.push(`${point} ${String(creates.length)}`),
    });
    expect(passed).toEqual([
      'before-claim 0',
      'after-claim 0',
      'before-send 0',
      'after-reply 1',
      'before-record 1',
      'after-record 1',
    ]);
  });

  it('leaves no transaction open at any point', async () => {
    const { approve, sender, another } = openTrial();
    await approve();
    const other = another();
    let written = 0;
    await sender.attempt('worker-1', {
      effects: [],
      at: async (point) => {
        const name = `at ${point}`;
        const result = await other.approve({
          name,
          key: name,
          marker: name,
          request: { method: 'POST', path: '/v1/tasks', headers: [], body: '{}' },
          credential: 'main',
          expiresInMs: null,
        });
        if (result === 'recorded') written += 1;
      },
    });
    expect(written).toBe(crashPoints.length);
  });
});
