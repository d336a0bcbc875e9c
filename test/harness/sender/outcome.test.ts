import { describe, expect, it } from 'vitest';
import { outcomeKinds, type Outcome } from '../../../src/harness/model/outcome.js';
import { soundRules } from '../../../src/harness/sender/rules.js';
import { openTrial, outcome, policy } from './support.js';

const expected = {
  created: 'sent',
  replayed: 'sent',
  exists: 'sent',
  updated: 'sent',
  accepted: 'unknown',
  'in-flight': 'pending',
  mismatch: 'blocked',
  'key-refused': 'blocked',
  expired: 'blocked',
  ambiguous: 'blocked',
  ignored: 'blocked',
  throttled: 'pending',
  rejected: 'failed',
  unknown: 'unknown',
} as const;

describe('the state after an outcome', () => {
  it.each(outcomeKinds)('after %s is the one that the outcome allows', async (kind) => {
    const { approve, attempt, row, of } = openTrial({ outcomes: [outcome(kind, { id: 'task-1' })] });
    await approve();
    await attempt();
    const state = expected[kind];
    expect(await row()).toMatchObject({
      state,
      remoteId: state === 'sent' ? 'task-1' : null,
      leaseUntil: null,
    });
    const [event] = of('row-recorded');
    expect(event).toMatchObject({ worker: 'worker-1', from: 'processing', outcome: kind });
    expect(event?.nextAt === null).toBe(state !== 'pending' && state !== 'unknown');
  });

  it('is never sent without an id', () => {
    for (const kind of outcomeKinds) {
      expect(soundRules.stateAfter(outcome(kind), false, policy)).not.toBe('sent');
    }
  });

  it('is blocked, not failed, when a refusal follows an attempt in doubt, even with a throttled one between', async () => {
    const outcomes: Outcome[] = [];
    const { sender, approve, attempt, work, row, records } = openTrial({ outcomes });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    outcomes.push(outcome('throttled'), outcome('rejected'));
    await work();
    expect(await row()).toMatchObject({ state: 'blocked', attempts: 3, reason: 'rejected (test)' });
    expect(await sender.reconcile('case-104', 'Ada', 'the credential had run out')).toBe('sent');
    expect((await row()).remoteId).toBe((await records())[0]?.id);
  });

  it('stays as it is once sent or failed', async () => {
    for (const kind of ['created', 'rejected'] as const) {
      const { sender, approve, attempt, row, clock } = openTrial({
        outcomes: [outcome(kind, { id: 'task-1' })],
      });
      await approve();
      await attempt();
      const before = await row();
      await clock.sleep(10 * policy.deadlineMs);
      expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
      expect(await sender.unblock('case-104', 'Ada', 'to be sure')).toBe('not-blocked');
      expect(await sender.reconcile('case-104', 'Ada', 'to be sure')).toBe('not-open');
      expect(await row()).toEqual(before);
    }
  });
});
