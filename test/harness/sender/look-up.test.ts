import { describe, expect, it } from 'vitest';
import { openTrial, outcome, policy, taskRequest, intentFor } from './support.js';

const lookUpFirst = { policy: { retry: 'lookup-first' } } as const;
const never = { policy: { retry: 'never' } } as const;

describe('a sender that looks up first', () => {
  it('looks up nothing before the first create', async () => {
    const { approve, attempt, lookUps, row } = openTrial(lookUpFirst);
    await approve();
    await attempt();
    expect(lookUps).toHaveLength(0);
    expect((await row()).state).toBe('sent');
  });

  it('takes the id that it finds, and creates nothing', async () => {
    const { approve, attempt, work, creates, row, records, of } = openTrial(lookUpFirst);
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    const [record] = await records();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'sent', remoteId: record?.id });
    expect(of('row-recorded').at(-1)).toMatchObject({ exchange: 'look-up-1', outcome: null, nextAt: null });
  });

  it('creates what is absent', async () => {
    const { approve, attempt, work, creates, lookUps, row } = openTrial(lookUpFirst);
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    await work();
    expect(lookUps).toEqual([{ name: 'case-104', worker: 'worker-1' }]);
    expect(creates).toHaveLength(2);
    expect((await row()).state).toBe('sent');
  });

  it('does not believe a look-up that finds nothing while the request may still be worked on', async () => {
    const patient = { policy: { retry: 'lookup-first', absentAfterMs: 5_000 } } as const;
    const { approve, attempt, work, creates, lookUps, row, clock } = openTrial(patient);
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    const givenUpAt = clock.now();
    await work();
    expect(lookUps).toHaveLength(2);
    expect(creates).toHaveLength(2);
    expect(creates[1]?.at).toBeGreaterThanOrEqual(givenUpAt + 5_000);
    expect((await row()).state).toBe('sent');
  });

  it('waits from the time limit of a request on whose worker died', async () => {
    const patient = { policy: { retry: 'lookup-first', absentAfterMs: 20_000 } } as const;
    const { approve, attempt, work, creates, clock } = openTrial({
      ...patient,
      findings: [{ kind: 'absent' }],
    });
    await approve();
    const sentAt = clock.now();
    await attempt({ crashAt: 'after-reply' });
    await clock.sleep(policy.leaseMs);
    await work('worker-2');
    // The first look-up, right after the lease, was made to find nothing; the second found the record.
    expect(creates).toHaveLength(1);
    expect(clock.now()).toBeGreaterThanOrEqual(sentAt + policy.timeoutMs + 20_000);
  });

  it('looks up after a take-over, even of a worker that had sent nothing', async () => {
    const { approve, attempt, work, lookUps, records, clock } = openTrial(lookUpFirst);
    await approve();
    await attempt({ crashAt: 'after-claim' });
    await clock.sleep(policy.leaseMs);
    await work('worker-2');
    expect(lookUps).toEqual([{ name: 'case-104', worker: 'worker-2' }]);
    expect(await records()).toHaveLength(1);
  });

  it('blocks where several records are found', async () => {
    const { approve, attempt, work, creates, row } = openTrial({
      ...lookUpFirst,
      findings: [{ kind: 'several', ids: ['1', '2'] }],
    });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'blocked', reason: 'several records at the receiver (2)' });
  });

  it('waits and asks again where the look-up fails', async () => {
    const { approve, attempt, work, creates, lookUps, row } = openTrial({
      ...lookUpFirst,
      findings: [{ kind: 'trouble', why: '503' }],
    });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(lookUps).toHaveLength(2);
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'sent', attempts: 3 });
  });

  it('ends blocked when the look-up never answers', async () => {
    const { approve, attempt, work, creates, row } = openTrial({
      ...lookUpFirst,
      findings: Array.from({ length: 2 }, () => ({ kind: 'trouble', why: '503' }) as const),
    });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'blocked', attempts: 3 });
  });

  it('asks once about an attempt in doubt, not again after a refusal', async () => {
    const { approve, work, lookUps, creates } = openTrial({
      ...lookUpFirst,
      outcomes: [outcome('unknown'), outcome('throttled')],
    });
    await approve();
    await work();
    expect(creates.map((create) => create.outcome)).toEqual(['unknown', 'throttled', 'created']);
    expect(lookUps).toHaveLength(1);
  });

  it('blocks an attempt in doubt where no look-up is offered', async () => {
    const { approve, attempt, work, creates, row } = openTrial({ ...lookUpFirst, findings: 'off' });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'blocked', reason: 'an earlier attempt is in doubt' });
  });
});

describe('a sender that never retries', () => {
  it.each(['unknown', 'accepted', 'in-flight'] as const)('blocks at once after %s', async (kind) => {
    const { approve, work, creates, row } = openTrial({ ...never, outcomes: [outcome(kind)] });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'blocked', attempts: 1 });
  });

  it('still sends again what was surely not done', async () => {
    const { approve, work, row } = openTrial({ ...never, outcomes: [outcome('throttled')] });
    await approve();
    await work();
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('blocks the row of a worker that died after it had sent, and goes on with one that died before', async () => {
    for (const [crashAt, state] of [
      ['after-reply', 'blocked'],
      ['before-send', 'sent'],
    ] as const) {
      const { approve, attempt, work, row, records } = openTrial(never);
      await approve();
      await attempt({ crashAt });
      await work('worker-2');
      expect((await row()).state).toBe(state);
      expect(await records()).toHaveLength(1);
    }
  });

  it('sends again once an operator vouches for it', async () => {
    const { sender, approve, work, row } = openTrial({ ...never, outcomes: [outcome('unknown')] });
    await approve();
    await work();
    await sender.unblock('case-104', 'Ada', 'there is none in the CRM');
    await work();
    expect((await row()).state).toBe('sent');
  });
});

describe('an acknowledgement without an id', () => {
  it('is completed by a look-up', async () => {
    const { approve, attempt, ask, row, of } = openTrial({ outcomes: [outcome('exists')] });
    const intent = intentFor();
    const made = await ask(
      taskRequest(intent.key, { title: 'Call about the approved repair plan', reference: intent.marker }),
    );
    await approve(intent);
    await attempt();
    expect(await row()).toMatchObject({ state: 'sent', remoteId: made.id });
    expect(of('row-recorded')).toMatchObject([{ exchange: 'look-up-1', outcome: 'exists' }]);
  });

  it('leaves the row unknown where the look-up does not find it, and where none is offered', async () => {
    for (const findings of [[{ kind: 'absent' } as const], 'off'] as const) {
      const { approve, attempt, row } = openTrial({
        outcomes: [outcome('created')],
        findings: findings === 'off' ? 'off' : [...findings],
      });
      await approve();
      await attempt();
      expect(await row()).toMatchObject({ state: 'unknown', remoteId: null });
    }
  });
});
