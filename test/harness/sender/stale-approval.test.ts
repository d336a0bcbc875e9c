import { describe, expect, it } from 'vitest';
import { intentFor, openTrial, outcome, tellDataVersion } from './support.js';

describe('an approval that no longer holds', () => {
  it('is not sent once it has expired', async () => {
    const { approve, attempt, clock, creates, of, row } = openTrial();
    await approve(intentFor('case-104', { expiresInMs: 5_000 }));
    await clock.sleep(5_000);
    await attempt();
    expect(creates).toHaveLength(0);
    expect(of('send-held')).toMatchObject([{ why: 'approval-expired' }]);
    expect(await row()).toMatchObject({ state: 'blocked', reason: 'approval-expired' });
  });

  it('is sent to the last moment before it expires', async () => {
    const { approve, attempt, clock, creates } = openTrial();
    await approve(intentFor('case-104', { expiresInMs: 5_000 }));
    await clock.sleep(4_999);
    await attempt();
    expect(creates).toHaveLength(1);
  });

  it('is not sent when it expires while the worker stands still before the send', async () => {
    const { approve, attempt, clock, creates, row } = openTrial();
    await approve(intentFor('case-104', { expiresInMs: 5_000 }));
    await attempt({ stallAt: 'before-send', meanwhile: async () => clock.sleep(5_000) });
    expect(creates).toHaveLength(0);
    expect((await row()).state).toBe('blocked');
  });

  it('is not sent when another hand has changed the stored bytes', async () => {
    const { sender, approve, attempt, creates, of, row, events } = openTrial();
    await approve();
    const before = events.length;
    await sender.tamper('case-104');
    expect(events).toHaveLength(before);
    await attempt();
    expect(creates).toHaveLength(0);
    expect(of('send-held')).toMatchObject([{ why: 'payload-changed' }]);
    expect(await row()).toMatchObject({ state: 'blocked', reason: 'payload-changed' });
  });

  it('is not sent when the bytes are changed between claim and send', async () => {
    const { sender, approve, attempt, creates } = openTrial();
    await approve();
    await attempt({ stallAt: 'before-send', meanwhile: async () => sender.tamper('case-104') });
    expect(creates).toHaveLength(0);
  });

  it('is still not sent after an operator has unblocked it', async () => {
    const { sender, approve, attempt, creates, row } = openTrial();
    await approve();
    await sender.tamper('case-104');
    await attempt();
    await sender.unblock('case-104', 'Ada', 'again');
    await attempt();
    expect(creates).toHaveLength(0);
    expect((await row()).state).toBe('blocked');
  });

  it('is not sent when its data has moved on, before the first attempt or between two', async () => {
    for (const isSentBefore of [false, true]) {
      const trial = openTrial();
      await trial.approve(decidedOn('3'));
      if (isSentBefore) await trial.attempt({ effects: [{ kind: 'refuse' }] });
      await tellDataVersion(trial, 'order 1842', '4');
      await trial.clock.sleep(1_000);
      await trial.attempt();
      expect(trial.creates).toHaveLength(isSentBefore ? 1 : 0);
      expect(trial.of('send-held')).toMatchObject([{ why: 'data-changed' }]);
      expect(await trial.row()).toMatchObject({ state: 'blocked', reason: 'data-changed' });
    }
  });

  it('is not sent when its data moves on between claim and send', async () => {
    const trial = openTrial();
    await trial.approve(decidedOn('3'));
    const meanwhile = () => tellDataVersion(trial, 'order 1842', '4');
    await trial.attempt({ stallAt: 'before-send', meanwhile });
    expect(trial.creates).toHaveLength(0);
    expect(await trial.row()).toMatchObject({ state: 'blocked', reason: 'data-changed' });
  });

  it('is not sent when its data moves on while the receiver is being asked', async () => {
    const trial = openTrial({
      policy: { retry: 'lookup-first' },
      outcomes: [outcome('unknown')],
      whileLookingUp: () => tellDataVersion(trial, 'order 1842', '4'),
    });
    await trial.approve(decidedOn('3'));
    await trial.attempt();
    await trial.clock.sleep(1_000);
    await trial.attempt();
    expect(trial.lookUps).toHaveLength(1);
    expect(trial.creates).toHaveLength(1);
    expect(await trial.row()).toMatchObject({ state: 'blocked', reason: 'data-changed' });
  });

  it('is sent while other data moves on', async () => {
    const trial = openTrial();
    await trial.approve(decidedOn('3'));
    await tellDataVersion(trial, 'order 7', '4');
    await trial.attempt();
    expect((await trial.row()).state).toBe('sent');
  });

  it('takes a new approval on the new data, and nothing less, to be sent', async () => {
    const trial = openTrial();
    const { sender, approve, attempt, creates, row } = trial;
    await approve(decidedOn('3'));
    await tellDataVersion(trial, 'order 1842', '4');
    await attempt();
    expect(await approve(decidedOn('3'))).toBe('repeated');
    await sender.unblock('case-104', 'Ada', 'again');
    await attempt();
    expect(creates).toHaveLength(0);
    expect((await row()).state).toBe('blocked');
    expect(await approve(decidedOn('4'))).toBe('renewed');
    expect((await row()).state).toBe('blocked');
    await sender.unblock('case-104', 'Ada', 'decided anew');
    await attempt();
    expect(creates).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('can be tampered with where the request has no body', async () => {
    const { sender, approve, attempt, creates } = openTrial();
    const intent = intentFor();
    await approve({ ...intent, request: { ...intent.request, body: null } });
    await sender.tamper('case-104');
    await attempt();
    expect(creates).toHaveLength(0);
  });
});

function decidedOn(version: string) {
  return intentFor('case-104', { data: { object: 'order 1842', version } });
}
