import { describe, expect, it } from 'vitest';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { intentFor, openTrial, outcome, policy, type Trial } from './support.js';

/** A trial whose only action is blocked after a lost reply: the record exists, the sender does not know it. */
async function blockedAfterLostReply(more: Parameters<typeof openTrial>[0] = {}): Promise<Trial> {
  const trial = openTrial({ policy: { retry: 'never' }, ...more });
  await trial.approve();
  await trial.attempt({ effects: [{ kind: 'lose-reply' }] });
  expect((await trial.row()).state).toBe('blocked');
  return trial;
}

describe('an operator', () => {
  it('reconciles a blocked row with the record that is there', async () => {
    const { sender, row, records, of } = await blockedAfterLostReply();
    expect(await sender.reconcile('case-104', 'Ada', 'the customer has called')).toBe('sent');
    const [record] = await records();
    expect(await row()).toMatchObject({ state: 'sent', remoteId: record?.id, reason: null });
    expect(of('operator-acted')).toEqual([
      {
        type: 'operator-acted',
        act: 'reconcile',
        action: 'case-104',
        who: 'Ada',
        why: 'the customer has called',
        result: 'sent',
      },
    ]);
    expect(of('row-recorded').at(-1)).toMatchObject({
      worker: null,
      from: 'blocked',
      exchange: 'look-up-1',
      row: { state: 'sent' },
    });
  });

  it('leaves a row blocked that is absent at the receiver, and unblocks it then', async () => {
    const { sender, approve, work, row, records, of } = openTrial({
      policy: { retry: 'never' },
      outcomes: [outcome('unknown')],
    });
    await approve();
    await work();
    expect(await sender.reconcile('case-104', 'Ada', 'to be sure')).toBe('absent');
    expect(await row()).toMatchObject({ state: 'blocked', reason: 'absent at the receiver' });
    expect(await sender.unblock('case-104', 'Ada', 'nothing there')).toBe('unblocked');
    expect(await row()).toMatchObject({ state: 'pending', attempts: 0, reason: null });
    expect(of('row-recorded').at(-1)).toMatchObject({ worker: null, from: 'blocked' });
    await work();
    expect((await row()).state).toBe('sent');
    expect(await records()).toHaveLength(1);
  });

  it('does not settle a doubt by a look-up that comes too early to be believed', async () => {
    const { sender, approve, work, row, clock } = openTrial({
      policy: { retry: 'never', absentAfterMs: 5_000 },
      outcomes: [outcome('unknown')],
    });
    await approve();
    await work();
    const before = await row();
    expect(await sender.reconcile('case-104', 'Ada', 'at once')).toBe('not-found-yet');
    expect(await row()).toEqual(before);
    await clock.sleep(5_000);
    expect(await sender.reconcile('case-104', 'Ada', 'later')).toBe('absent');
    expect((await row()).reason).toBe('absent at the receiver');
  });

  it('reconciles unknown and pending rows too, and leaves them to the worker where the action is absent', async () => {
    for (const [kind, state] of [
      ['unknown', 'unknown'],
      ['throttled', 'pending'],
    ] as const) {
      const { sender, approve, attempt, work, row } = openTrial({ outcomes: [outcome(kind)] });
      await approve();
      await attempt();
      expect(await sender.reconcile('case-104', 'Ada', 'in a hurry')).toBe('absent');
      expect(await row()).toMatchObject({ state, reason: 'absent at the receiver' });
      await work();
      expect((await row()).state).toBe('sent');
    }
  });

  it('blocks a row of which there are several records', async () => {
    const { sender, approve, attempt, row } = openTrial({
      outcomes: [outcome('unknown')],
      findings: [{ kind: 'several', ids: ['1', '2'] }],
    });
    await approve();
    await attempt();
    expect(await sender.reconcile('case-104', 'Ada', 'in a hurry')).toBe('several');
    expect((await row()).state).toBe('blocked');
  });

  it('changes nothing where the look-up fails or is not offered', async () => {
    for (const [findings, result] of [
      [[{ kind: 'trouble', why: '503' } as const], 'trouble'],
      ['off' as const, 'look-up-not-offered'],
    ] as const) {
      const { sender, row, of } = await blockedAfterLostReply({
        findings: findings === 'off' ? 'off' : [...findings],
      });
      const before = await row();
      const recorded = of('row-recorded').length;
      expect(await sender.reconcile('case-104', 'Ada', 'to be sure')).toBe(result);
      expect(await row()).toEqual(before);
      expect(of('row-recorded')).toHaveLength(recorded);
      expect(of('operator-acted')).toMatchObject([{ result }]);
    }
  });

  it('changes nothing where a worker was quicker', async () => {
    let quicker = async (): Promise<unknown> => undefined;
    const { sender, approve, attempt, row, clock } = openTrial({
      outcomes: [outcome('unknown')],
      whileLookingUp: async () => void (await quicker()),
    });
    await approve();
    await attempt();
    await clock.sleep(policy.backoff.baseMs);
    quicker = async () => attempt();
    expect(await sender.reconcile('case-104', 'Ada', 'in a hurry')).toBe('moved-on');
    expect(await row()).toMatchObject({ state: 'sent', fence: 2 });
  });

  it('gives a fresh budget of attempts and time', async () => {
    const { sender, approve, work, row, clock, creates } = openTrial({
      outcomes: Array.from({ length: 5 }, () => outcome('unknown')),
    });
    await approve();
    await work();
    await clock.sleep(2 * policy.deadlineMs);
    await sender.unblock('case-104', 'Ada', 'the receiver is back');
    await work();
    expect(creates).toHaveLength(6);
    expect(await row()).toMatchObject({ state: 'sent', attempts: 3 });
  });

  it('cannot talk a sender that looks up first into a blind create', async () => {
    const { sender, approve, attempt, work, creates, lookUps, row } = openTrial({
      policy: { retry: 'lookup-first', maxAttempts: 1 },
    });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    expect((await row()).state).toBe('blocked');
    await sender.unblock('case-104', 'Ada', 'in a hurry');
    await work();
    expect(lookUps).toHaveLength(1);
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('sent');
  });

  it('is told when there is no such action', async () => {
    const { sender } = openTrial();
    await expect(sender.unblock('case-999', 'Ada', 'why not')).rejects.toThrow(KitError);
    await expect(sender.reconcile('case-999', 'Ada', 'why not')).rejects.toThrow(KitError);
  });
});

describe('an operator who knows the record', () => {
  it('settles a row by its id, and the receiver is asked whether it is there', async () => {
    const trial = await blockedAfterLostReply({ fetches: true });
    const { sender, row, records } = trial;
    const [record] = await records();
    expect(await sender.reconcileById('case-104', 'Ada', 'seen in the list', 'rec-of-nobody')).toBe(
      'no-such-record',
    );
    expect(await row()).toMatchObject({ state: 'blocked', remoteId: null });
    const id = record?.id ?? '';
    expect(await sender.reconcileById('case-104', 'Ada', 'seen in the list', id)).toBe('sent');
    expect(await row()).toMatchObject({ state: 'sent', remoteId: id, reason: null });
    expect(await sender.reconcileById('case-104', 'Ada', 'again', id)).toBe('not-open');
  });

  it('is believed where the receiver cannot be asked for one record, but not about a record of another action', async () => {
    const { sender, approve, row } = await blockedAfterLostReply();
    expect(await sender.reconcileById('case-104', 'Ada', 'seen in the list', 'rec-1')).toBe('vouched');
    expect(await row()).toMatchObject({ state: 'sent', remoteId: 'rec-1' });
    await approve(intentFor('case-105'));
    expect(await sender.reconcileById('case-105', 'Ada', 'seen in the list', 'rec-1')).toBe('taken');
    expect(await row('case-105')).toMatchObject({ state: 'pending', remoteId: null });
  });
});

describe('an operator who gives an action up', () => {
  it('does so for good where it cannot have had any effect', async () => {
    const { sender, approve, work, row, creates, of } = openTrial();
    await approve();
    expect(await sender.withdraw('case-104', 'Ada', 'asked for twice')).toBe('withdrawn');
    await work();
    expect(creates).toHaveLength(0);
    expect(await row()).toMatchObject({ state: 'failed', reason: 'withdrawn by Ada' });
    expect(of('operator-acted')).toMatchObject([{ act: 'withdraw', who: 'Ada', why: 'asked for twice' }]);
    expect(await sender.withdraw('case-104', 'Ada', 'again')).toBe('not-open');
  });

  it('cannot where a request may have had one', async () => {
    const { sender, row } = await blockedAfterLostReply();
    expect(await sender.withdraw('case-104', 'Ada', 'asked for twice')).toBe('in-doubt');
    expect((await row()).state).toBe('blocked');
  });
});
