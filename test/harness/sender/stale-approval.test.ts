import { describe, expect, it } from 'vitest';
import { intentFor, openTrial } from './support.js';

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

  it('can be tampered with where the request has no body', async () => {
    const { sender, approve, attempt, creates } = openTrial();
    const intent = intentFor();
    await approve({ ...intent, request: { ...intent.request, body: null } });
    await sender.tamper('case-104');
    await attempt();
    expect(creates).toHaveLength(0);
  });
});
