import { describe, expect, it } from 'vitest';
import { intentFor, openTrial, outcome, policy } from './support.js';

describe('a claim', () => {
  it('gives the row a lease, one fence more and one attempt more', async () => {
    const { approve, attempt, of, clock } = openTrial();
    await approve();
    const now = clock.now();
    await attempt();
    expect(of('row-claimed')).toMatchObject([
      {
        worker: 'worker-1',
        takenOver: false,
        row: { state: 'processing', fence: 1, attempts: 1, leaseUntil: now + policy.leaseMs },
      },
    ]);
  });

  it('is never made twice at once, whether by workers or by processes', async () => {
    const { approve, attempt, another, creates, of } = openTrial();
    await approve();
    await attempt({
      stallAt: 'after-reply',
      meanwhile: async () => {
        expect(await attempt({ worker: 'worker-2' })).toMatchObject({ kind: 'idle' });
        expect(await attempt({ worker: 'worker-3', by: another() })).toMatchObject({ kind: 'idle' });
      },
    });
    expect(creates).toHaveLength(1);
    expect(of('row-claimed')).toHaveLength(1);
  });

  it('goes to one of several workers that start in the same turn', async () => {
    const { approve, attempt, another, creates } = openTrial();
    for (const each of ['a', 'b', 'c']) await approve(intentFor(each));
    const second = another();
    const workers = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'];
    await Promise.all(
      workers.map((worker, index) => attempt({ worker, ...(index % 2 === 0 ? {} : { by: second }) })),
    );
    expect(creates).toHaveLength(3);
    expect(new Set(creates.map((create) => create.request.body)).size).toBe(3);
  });

  it('is taken over once its lease has run out, and not a moment before', async () => {
    const { approve, attempt, clock, of, row } = openTrial();
    await approve();
    await attempt({ crashAt: 'before-send' });
    await clock.sleep(policy.leaseMs - 1);
    expect(await attempt({ worker: 'worker-2' })).toEqual({ kind: 'idle', nextAt: clock.now() + 1 });
    await clock.sleep(1);
    await attempt({ worker: 'worker-2' });
    expect(of('row-claimed').at(-1)).toMatchObject({
      worker: 'worker-2',
      takenOver: true,
      row: { fence: 2, attempts: 2 },
    });
    expect((await row()).state).toBe('sent');
  });

  it('lets the oldest due row go first', async () => {
    const { approve, attempt, clock } = openTrial({
      outcomes: [outcome('throttled', { retryAfterMs: 5_000 })],
    });
    await approve(intentFor('a'));
    await clock.sleep(1);
    await approve(intentFor('b'));
    expect(await attempt()).toEqual({ kind: 'worked', action: 'a' });
    expect(await attempt()).toEqual({ kind: 'worked', action: 'b' });
    await clock.sleep(5_000);
    expect(await attempt()).toEqual({ kind: 'worked', action: 'a' });
  });
});

describe('a worker whose lease has run out', () => {
  it('sends nothing', async () => {
    const { approve, attempt, clock, creates, of, row } = openTrial();
    await approve();
    await attempt({ stallAt: 'before-send', meanwhile: async () => clock.sleep(policy.leaseMs) });
    expect(creates).toHaveLength(0);
    expect(of('send-held')).toEqual([
      { type: 'send-held', worker: 'worker-1', action: 'case-104', why: 'lease-lost' },
    ]);
    expect((await row()).state).toBe('processing');
  });

  it('changes no row that another has taken over', async () => {
    const { approve, attempt, clock, of, row, creates } = openTrial({
      outcomes: [outcome('rejected')],
    });
    await approve();
    await attempt({
      stallAt: 'before-record',
      meanwhile: async () => {
        await clock.sleep(policy.leaseMs);
        await attempt({ worker: 'worker-2' });
      },
    });
    expect(creates.map((create) => create.worker)).toEqual(['worker-1', 'worker-2']);
    expect(of('row-write-fenced')).toEqual([
      { type: 'row-write-fenced', worker: 'worker-1', action: 'case-104', fence: 1 },
    ]);
    expect(await row()).toMatchObject({ state: 'sent', fence: 2 });
  });

  it('still records what it learned while nobody else has taken the row', async () => {
    const { approve, attempt, clock, row } = openTrial();
    await approve();
    await attempt({ stallAt: 'before-record', meanwhile: async () => clock.sleep(policy.leaseMs) });
    expect((await row()).state).toBe('sent');
  });

  it('asks for no id by look-up', async () => {
    const { approve, attempt, clock, lookUps, row } = openTrial({ outcomes: [outcome('exists')] });
    await approve();
    await attempt({ stallAt: 'after-reply', meanwhile: async () => clock.sleep(policy.leaseMs) });
    expect(lookUps).toHaveLength(0);
    expect((await row()).state).toBe('unknown');
  });

  it('makes no create when its lease ran out during the look-up before it', async () => {
    let stall = async (): Promise<void> => undefined;
    const { approve, attempt, clock, creates, of } = openTrial({
      policy: { retry: 'lookup-first' },
      outcomes: [outcome('unknown')],
      whileLookingUp: () => stall(),
    });
    await approve();
    await attempt();
    await clock.sleep(policy.backoff.baseMs);
    stall = async () => clock.sleep(policy.leaseMs);
    await attempt();
    expect(creates).toHaveLength(1);
    expect(of('send-held')).toMatchObject([{ why: 'lease-lost' }]);
  });
});
