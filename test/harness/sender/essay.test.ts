import { describe, expect, it } from 'vitest';
import { intentFor, Killed, openTrial, outcome, policy, taskRequest } from './support.js';

const reference = 'marker of case-104';

describe('the handoff of the first essay', () => {
  it('rolls approval and outbox row back together', () => {
    const { sender, events } = openTrial();
    expect(() =>
      sender.approve(intentFor(), () => {
        throw new Killed();
      }),
    ).toThrow(Killed);
    sender.countLedger();
    expect(events).toEqual([{ type: 'ledger-counted', rows: [], approvals: [] }]);
  });

  it('records the same approval once', () => {
    const { sender, approve, of } = openTrial();
    expect(approve()).toBe('recorded');
    const before = sender.rows();
    expect(approve()).toBe('repeated');
    expect(sender.rows()).toEqual(before);
    expect(of('approval-recorded')).toHaveLength(1);
    expect(of('approval-repeated')).toHaveLength(1);
  });

  it('rejects changed content for the same action', () => {
    const { sender, approve, of } = openTrial();
    approve();
    const before = sender.rows();
    expect(approve(intentFor('case-104', { title: 'Different approved instruction' }))).toBe('refused');
    expect(sender.rows()).toEqual(before);
    expect(of('approval-refused')).toMatchObject([{ why: 'changed-content' }]);
  });

  it('retries a failure before acceptance', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    expect(row().state).toBe('unknown');
    expect(await records()).toHaveLength(0);
    await work();
    expect(row()).toMatchObject({ state: 'sent', attempts: 2 });
    expect(await records()).toHaveLength(1);
  });

  it('makes no second record after a lost reply', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    const [first] = await records();
    expect(row()).toMatchObject({ state: 'unknown', remoteId: null });
    await work();
    expect(await records()).toEqual([first]);
    expect(row()).toMatchObject({ state: 'sent', attempts: 2, remoteId: first?.id });
  });

  it('recovers the same record after a crash behind the reply', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    approve();
    expect(await attempt({ crashAt: 'after-reply' })).toBe('killed');
    expect(row()).toMatchObject({ state: 'processing', remoteId: null });
    const [first] = await records();
    await work('worker-2');
    expect(row()).toMatchObject({ state: 'sent', remoteId: first?.id });
    expect(await records()).toHaveLength(1);
  });

  it('is blocked by a content conflict', async () => {
    const { approve, attempt, ask, row, records, creates } = openTrial();
    await ask(taskRequest(intentFor().key, { title: 'Content that was there before', reference }));
    approve();
    await attempt();
    expect(row()).toMatchObject({ state: 'blocked', remoteId: null, reason: 'mismatch (test)' });
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(creates).toHaveLength(1);
    expect(await records()).toHaveLength(1);
  });

  it('never selects a sent action again', async () => {
    const { approve, attempt, row, creates } = openTrial();
    approve();
    await attempt();
    expect(approve()).toBe('repeated');
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(row()).toMatchObject({ state: 'sent', attempts: 1 });
    expect(creates).toHaveLength(1);
  });

  it('keeps distinct cases distinct', async () => {
    const { approve, work, sender, records } = openTrial();
    approve(intentFor('case-104'));
    approve(intentFor('case-105'));
    await work();
    expect(sender.rows().map((row) => row.state)).toEqual(['sent', 'sent']);
    expect((await records()).map((record) => record.reference)).toEqual([
      'marker of case-104',
      'marker of case-105',
    ]);
  });

  it('stops when the budget is used up', async () => {
    const { approve, work, row, records, attempt, creates } = openTrial({
      outcomes: Array.from({ length: policy.maxAttempts }, () => outcome('unknown')),
    });
    approve();
    await work();
    expect(row()).toMatchObject({ state: 'blocked', attempts: policy.maxAttempts, remoteId: null });
    expect(row().reason).toContain('attempt budget used up');
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(creates).toHaveLength(policy.maxAttempts);
    expect(await records()).toHaveLength(0);
  });

  it('never enqueues invalid input', () => {
    const { sender, approve, events, of } = openTrial();
    const intent = intentFor();
    const invalid = [
      { ...intent, key: '' },
      { ...intent, key: '  ' },
      { ...intent, key: 'x'.repeat(policy.longestKey + 1) },
      { ...intent, key: 'case\n104' },
      { ...intent, key: 'case\ud800' },
      { ...intent, name: '' },
      { ...intent, request: { ...intent.request, body: '' } },
      { ...intent, request: { ...intent.request, body: ' ' } },
      { ...intent, request: { ...intent.request, body: 'ä'.repeat(policy.longestBody / 2 + 1) } },
      { ...intent, request: { ...intent.request, path: '' } },
      { ...intent, request: { ...intent.request, method: '' } },
      { ...intent, expiresInMs: 0 },
      { ...intent, expiresInMs: -1 },
      { ...intent, expiresInMs: Number.NaN },
    ];
    expect(invalid.map((each) => approve(each))).toEqual(invalid.map(() => 'refused'));
    expect(of('approval-refused').every((event) => event.why === 'invalid')).toBe(true);
    sender.countLedger();
    expect(events.at(-1)).toEqual({ type: 'ledger-counted', rows: [], approvals: [] });
  });

  it('exhausts its budget by crashes without a second record, and ends blocked without an id', async () => {
    const { approve, attempt, work, row, records, clock, of } = openTrial();
    approve();
    for (let crash = 0; crash < policy.maxAttempts; crash += 1) {
      expect(await attempt({ crashAt: 'after-reply' })).toBe('killed');
      await clock.sleep(policy.leaseMs);
    }
    await work();
    expect(row()).toMatchObject({ state: 'blocked', attempts: policy.maxAttempts, remoteId: null });
    expect(await records()).toHaveLength(1);
    expect(of('row-recorded')).toMatchObject([{ from: 'processing', row: { state: 'blocked' } }]);
  });
});
