import { describe, expect, it } from 'vitest';
import { intentFor, Killed, openTrial, outcome, policy, taskRequest } from './support.js';

const reference = 'marker of case-104';

describe('the handoff of the first essay', () => {
  it('rolls approval and outbox row back together', async () => {
    const { sender, events } = openTrial();
    const killed = sender.approve(intentFor(), () => {
      throw new Killed();
    });
    await expect(killed).rejects.toThrow(Killed);
    await sender.countLedger();
    expect(events).toEqual([{ type: 'ledger-counted', rows: [], approvals: [] }]);
  });

  it('records the same approval once', async () => {
    const { sender, approve, of } = openTrial();
    expect(await approve()).toBe('recorded');
    const before = await sender.rows();
    expect(await approve()).toBe('repeated');
    expect(await sender.rows()).toEqual(before);
    expect(of('approval-recorded')).toHaveLength(1);
    expect(of('approval-repeated')).toHaveLength(1);
  });

  it('rejects changed content for the same action', async () => {
    const { sender, approve, of } = openTrial();
    await approve();
    const before = await sender.rows();
    expect(await approve(intentFor('case-104', { title: 'Different approved instruction' }))).toBe('refused');
    expect(await sender.rows()).toEqual(before);
    expect(of('approval-refused')).toMatchObject([{ why: 'changed-content' }]);
  });

  it('retries a failure before acceptance', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    expect((await row()).state).toBe('unknown');
    expect(await records()).toHaveLength(0);
    await work();
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2 });
    expect(await records()).toHaveLength(1);
  });

  it('makes no second record after a lost reply', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    const [first] = await records();
    expect(await row()).toMatchObject({ state: 'unknown', remoteId: null });
    await work();
    expect(await records()).toEqual([first]);
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2, remoteId: first?.id });
  });

  it('recovers the same record after a crash behind the reply', async () => {
    const { approve, attempt, work, row, records } = openTrial();
    await approve();
    expect(await attempt({ crashAt: 'after-reply' })).toBe('killed');
    expect(await row()).toMatchObject({ state: 'processing', remoteId: null });
    const [first] = await records();
    await work('worker-2');
    expect(await row()).toMatchObject({ state: 'sent', remoteId: first?.id });
    expect(await records()).toHaveLength(1);
  });

  it('is blocked by a content conflict', async () => {
    const { approve, attempt, ask, row, records, creates } = openTrial();
    await ask(taskRequest(intentFor().key, { title: 'Content that was there before', reference }));
    await approve();
    await attempt();
    expect(await row()).toMatchObject({ state: 'blocked', remoteId: null, reason: 'mismatch (test)' });
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(creates).toHaveLength(1);
    expect(await records()).toHaveLength(1);
  });

  it('never selects a sent action again', async () => {
    const { approve, attempt, row, creates } = openTrial();
    await approve();
    await attempt();
    expect(await approve()).toBe('repeated');
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(await row()).toMatchObject({ state: 'sent', attempts: 1 });
    expect(creates).toHaveLength(1);
  });

  it('keeps distinct cases distinct', async () => {
    const { approve, work, sender, records } = openTrial();
    await approve(intentFor('case-104'));
    await approve(intentFor('case-105'));
    await work();
    expect((await sender.rows()).map((row) => row.state)).toEqual(['sent', 'sent']);
    expect((await records()).map((record) => record.reference)).toEqual([
      'marker of case-104',
      'marker of case-105',
    ]);
  });

  it('stops when the budget is used up', async () => {
    const { approve, work, row, records, attempt, creates } = openTrial({
      outcomes: Array.from({ length: policy.maxAttempts }, () => outcome('unknown')),
    });
    await approve();
    await work();
    expect(await row()).toMatchObject({ state: 'blocked', attempts: policy.maxAttempts, remoteId: null });
    expect((await row()).reason).toContain('attempt budget used up');
    expect(await attempt()).toEqual({ kind: 'idle', nextAt: null });
    expect(creates).toHaveLength(policy.maxAttempts);
    expect(await records()).toHaveLength(0);
  });

  it('never enqueues invalid input', async () => {
    const { sender, events, of } = openTrial();
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
    expect(await sender.approveAll(invalid)).toMatchObject(invalid.map(() => ({ result: 'refused' })));
    expect(of('approval-refused').every((event) => event.why === 'invalid')).toBe(true);
    await sender.countLedger();
    expect(events.at(-1)).toEqual({ type: 'ledger-counted', rows: [], approvals: [] });
  });

  it('exhausts its budget by crashes without a second record, and ends blocked without an id', async () => {
    const { approve, attempt, work, row, records, clock, of } = openTrial();
    await approve();
    for (let crash = 0; crash < policy.maxAttempts; crash += 1) {
      expect(await attempt({ crashAt: 'after-reply' })).toBe('killed');
      await clock.sleep(policy.leaseMs);
    }
    await work();
    expect(await row()).toMatchObject({ state: 'blocked', attempts: policy.maxAttempts, remoteId: null });
    expect(await records()).toHaveLength(1);
    expect(of('row-recorded')).toMatchObject([{ from: 'processing', row: { state: 'blocked' } }]);
  });
});
