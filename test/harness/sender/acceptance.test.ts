import { describe, expect, it } from 'vitest';
import { jobRequest, openTrial, outcome, policy } from './support.js';

const accepted = outcome('accepted', { retryAfterMs: 1_000 });
const done = outcome('created', { id: 'record-1' });

describe('an action that the receiver has accepted', () => {
  it('is asked after until it is done, and not sent again', async () => {
    const { approve, work, creates, polls, row } = openTrial({
      outcomes: [accepted],
      polls: [outcome('accepted'), done],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect(polls).toEqual([
      {
        action: 'case-104',
        worker: 'worker-1',
        credential: 'main',
        request: jobRequest,
        accepted: 'create-1',
      },
      {
        action: 'case-104',
        worker: 'worker-1',
        credential: 'main',
        request: jobRequest,
        accepted: 'create-1',
      },
    ]);
    expect(await row()).toMatchObject({ state: 'sent', remoteId: 'record-1', attempts: 3 });
  });

  it('stays unknown and in doubt until the poll says more', async () => {
    const { approve, attempt, row, of } = openTrial({ outcomes: [accepted], polls: [] });
    await approve();
    await attempt();
    expect(await row()).toMatchObject({ state: 'unknown', remoteId: null });
    const [, recorded] = [of('row-claimed'), of('row-recorded').at(-1)];
    expect(recorded).toMatchObject({ outcome: 'accepted', exchange: 'create-1' });
  });

  it('is not asked after before the wait that the answer named is over', async () => {
    const { approve, work, creates, clock, of } = openTrial({ outcomes: [accepted], polls: [done] });
    await approve();
    await work();
    const from = creates[0]?.at ?? 0;
    expect(clock.now() - from).toBeGreaterThanOrEqual(1_000);
    expect(of('row-recorded').at(-1)).toMatchObject({ exchange: 'poll-1', outcome: 'created' });
  });

  it('is blocked where nobody says what became of it before the budget is used up', async () => {
    const { approve, work, creates, row } = openTrial({ outcomes: [accepted], polls: [] });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'blocked', attempts: policy.maxAttempts });
  });

  it('has failed where the job was refused and nothing went before it', async () => {
    const { approve, work, row } = openTrial({ outcomes: [accepted], polls: [outcome('rejected')] });
    await approve();
    await work();
    expect((await row()).state).toBe('failed');
  });

  it('is blocked where the job was refused and an earlier attempt is in doubt', async () => {
    const { approve, work, row } = openTrial({
      outcomes: [outcome('unknown'), accepted],
      polls: [outcome('rejected')],
    });
    await approve();
    await work();
    expect((await row()).state).toBe('blocked');
  });

  it('is sent again with the same key where the poll teaches nothing', async () => {
    const { approve, work, creates, polls, row, records } = openTrial({
      outcomes: [accepted],
      polls: [outcome('unknown')],
    });
    await approve();
    await work();
    expect(polls).toHaveLength(1);
    expect(creates.map((create) => create.outcome)).toEqual(['accepted', 'created']);
    expect((await row()).state).toBe('sent');
    expect(await records()).toHaveLength(1);
  });

  it.each(['lookup-first', 'never'] as const)(
    'is asked after again where the poll teaches nothing and the policy is %s',
    async (retry) => {
      const { approve, work, creates, polls, row } = openTrial({
        policy: { retry },
        outcomes: [accepted],
        polls: [outcome('unknown'), done],
      });
      await approve();
      await work();
      expect(creates).toHaveLength(1);
      expect(polls).toHaveLength(2);
      expect(await row()).toMatchObject({ state: 'sent', remoteId: 'record-1' });
    },
  );

  it('is asked after by another worker when the first has died in the poll', async () => {
    const { approve, attempt, work, creates, polls, row, clock } = openTrial({
      outcomes: [accepted],
      polls: [done, done],
    });
    await approve();
    await attempt();
    await clock.sleep(2_000);
    expect(await attempt({ crashAt: 'before-record' })).toBe('killed');
    await clock.sleep(policy.leaseMs);
    await work('worker-2');
    expect(creates).toHaveLength(1);
    expect(polls.map(({ worker }) => worker)).toEqual(['worker-1', 'worker-2']);
    expect((await row()).state).toBe('sent');
  });
});
