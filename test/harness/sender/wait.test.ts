import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { soundRules } from '../../../src/harness/sender/rules.js';
import { openTrial, outcome, policy } from './support.js';

const waitsOf = (attempt: number, retryAfterMs: number | null = null) => {
  const random = seededRandom(7);
  return Array.from({ length: 200 }, () =>
    soundRules.waitMs({ attempt, outcome: outcome('throttled', { retryAfterMs }) }, policy, random),
  );
};

describe('the wait before the next attempt', () => {
  it('is full jitter up to a bound that doubles and ends at the most', () => {
    for (const [attempt, bound] of [
      [1, 100],
      [2, 200],
      [3, 400],
      [5, 1_000],
      [60, 1_000],
    ] as const) {
      const waits = waitsOf(attempt);
      expect(Math.max(...waits)).toBeLessThanOrEqual(bound);
      expect(Math.max(...waits)).toBeGreaterThan(bound * 0.9);
      expect(Math.min(...waits)).toBeLessThan(bound * 0.1);
    }
  });

  it('is never shorter than the receiver asks for', () => {
    expect(new Set(waitsOf(1, 30_000))).toEqual(new Set([30_000]));
    expect(Math.min(...waitsOf(3, 300))).toBe(300);
    expect(Math.max(...waitsOf(3, 300))).toBeGreaterThan(300);
  });

  it('is kept by every worker, and told to an idle one', async () => {
    const { approve, attempt, clock, creates, of, row } = openTrial();
    await approve();
    await attempt({ effects: [{ kind: 'throttle', retryAfterS: 30 }] });
    const due = clock.now() + 30_000;
    expect((await row()).state).toBe('pending');
    expect(of('row-recorded')).toMatchObject([{ nextAt: due, outcome: 'throttled', exchange: 'create-1' }]);
    expect(await attempt({ worker: 'worker-2' })).toEqual({ kind: 'idle', nextAt: due });
    expect(of('worker-idle')).toEqual([{ type: 'worker-idle', worker: 'worker-2', nextAt: due }]);
    await clock.sleep(29_999);
    expect(await attempt()).toMatchObject({ kind: 'idle' });
    await clock.sleep(1);
    expect(await attempt()).toMatchObject({ kind: 'worked' });
    expect(creates.map((create) => create.at)).toEqual([due - 30_000, due]);
  });

  it('is null when nothing is left to do', async () => {
    const { attempt } = openTrial();
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
  });
});

describe('the deadline', () => {
  it('blocks a row that waited too long, without another send', async () => {
    const { approve, attempt, clock, creates, row } = openTrial({ policy: { deadlineMs: 20_000 } });
    await approve();
    await attempt({ effects: [{ kind: 'throttle', retryAfterS: 30 }] });
    await clock.sleep(30_000);
    expect(await attempt()).toEqual({ kind: 'worked', action: 'case-104' });
    expect(await row()).toMatchObject({
      state: 'blocked',
      attempts: 1,
      reason: 'deadline passed (20000 ms)',
    });
    expect(creates).toHaveLength(1);
  });

  it('blocks a row whose only attempt ended after it', async () => {
    const { approve, attempt, clock, row } = openTrial({
      policy: { deadlineMs: 5_000 },
      outcomes: [outcome('unknown')],
    });
    await approve();
    await attempt({ stallAt: 'after-reply', meanwhile: async () => clock.sleep(5_000) });
    expect(await row()).toMatchObject({ state: 'blocked' });
  });
});

describe('the window in which a key is safe', () => {
  const past = { policy: { windowMs: 60_000, maxAttempts: 5 }, outcomes: [outcome('throttled')] };
  const open = (more: Parameters<typeof openTrial>[0] = {}) =>
    openTrial({ ...past, outcomes: [...past.outcomes], ...more });

  it('lets the key be sent to its very last moment', async () => {
    const { approve, attempt, clock, creates } = open();
    await approve();
    await attempt();
    await clock.sleep(59_999);
    await attempt();
    expect(creates).toHaveLength(2);
  });

  it('once over, makes the sender look up, and what is found is sent', async () => {
    const { approve, attempt, clock, creates, row, of } = open({ outcomes: [] });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await clock.sleep(60_000);
    await attempt();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('sent');
    expect((await row()).remoteId).not.toBeNull();
    expect(of('row-recorded').at(-1)).toMatchObject({ exchange: 'look-up-1', outcome: null });
  });

  it('once over, blocks what is absent, until an operator unblocks it', async () => {
    const { sender, approve, attempt, clock, creates, row } = open();
    await approve();
    await attempt();
    await clock.sleep(60_000);
    await attempt();
    expect(await row()).toMatchObject({
      state: 'blocked',
      reason: 'the time in which the key is safe is over, and the action is absent at the receiver',
    });
    expect(creates).toHaveLength(1);
    await sender.unblock('case-104', 'Ada', 'asked the customer');
    await attempt();
    expect((await row()).state).toBe('sent');
  });

  it('once over, waits while the look-up fails', async () => {
    const { approve, attempt, clock, creates, row } = open({ findings: [{ kind: 'trouble', why: '503' }] });
    await approve();
    await attempt();
    await clock.sleep(60_000);
    await attempt();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'unknown', reason: 'look-up failed: 503' });
  });

  it('once over, blocks where no look-up is offered, until an operator vouches for it', async () => {
    const { sender, approve, attempt, clock, creates, row } = open({ findings: 'off' });
    await approve();
    await attempt();
    await clock.sleep(60_000);
    await attempt();
    expect(await row()).toMatchObject({
      state: 'blocked',
      reason: 'the time in which the key is safe is over',
    });
    expect(creates).toHaveLength(1);
    await sender.unblock('case-104', 'Ada', 'there is none in the CRM');
    await attempt();
    expect((await row()).state).toBe('sent');
  });

  it('is looked at again after a long look-up', async () => {
    const { approve, attempt, clock, creates, row } = openTrial({
      policy: { retry: 'lookup-first', windowMs: 5_000 },
      outcomes: [outcome('unknown')],
      whileLookingUp: async () => clock.sleep(5_000),
    });
    await approve();
    await attempt();
    await clock.sleep(policy.backoff.baseMs);
    await attempt();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });
});
