import { describe, expect, test } from 'vitest';
import { receiverFlaws } from '../../reference-receiver/index.js';
import { jobProbes, openAccepting } from './job-probes.js';

const pending = { completed: false };

describe('a receiver whose creates are done later', () => {
  test('accepts with the address of a job, which is pending until it is done and then names the record', async () => {
    const receiver = openAccepting();
    const accepted = await receiver.create('k');
    expect([accepted.status, accepted.headers.get('location')]).toEqual([202, '/async/jobs/1']);
    expect((await receiver.poll(accepted)).body).toEqual(pending);
    expect(await receiver.records()).toBe(0);

    await receiver.pass(1499);
    expect((await receiver.poll(accepted)).body).toEqual(pending);
    await receiver.pass(1);
    const done = await receiver.poll(accepted);
    expect(done.body).toEqual({ completed: true });
    expect(done.headers.get('location')).toMatch(/^\/customer\/[0-9a-f]{24}$/);
    expect(await receiver.records()).toBe(1);
  });

  test('leads a repeat to the same job while that is pending, and refuses it as its contract says afterwards', async () => {
    const receiver = openAccepting();
    const accepted = await receiver.create('k');
    const again = await receiver.create('k');
    expect(again.status).toBe(202);
    expect(again.headers.get('location')).toBe(accepted.headers.get('location'));

    await receiver.pass(1500);
    const late = await receiver.create('k');
    expect(late.status).toBe(400);
    expect(late.body).toMatchObject({ 'o:errorDetails': [{ 'o:errorCode': 'IDEMPOTENCY_ERROR' }] });
    expect(await receiver.records()).toBe(1);
  });

  test('keeps its promise over a restart, however late that is, and makes one record', async () => {
    const receiver = openAccepting();
    const accepted = await receiver.create('k');
    receiver.restart();
    expect((await receiver.poll(accepted)).body).toEqual(pending);
    const again = await receiver.create('k');
    expect(again.headers.get('location')).toBe(accepted.headers.get('location'));
    receiver.restart();
    await receiver.pass(86_400_000);
    receiver.restart();
    expect((await receiver.poll(accepted)).body).toEqual({ completed: true });
    expect(await receiver.records()).toBe(1);
  });

  test('knows no job that nobody was given', async () => {
    const receiver = openAccepting();
    await receiver.create('k');
    const headers = { authorization: 'Bearer value of NETSUITE_TOKEN' };
    for (const path of ['/async/jobs/2', '/async/jobs/x', '/async/jobs/']) {
      expect((await receiver.ask('GET', path, headers)).status).toBe(400);
    }
    expect((await receiver.ask('GET', '/async/jobs/1', {})).status).toBe(401);
  });
});

const probed = receiverFlaws.flatMap(({ name, requirement, summary }) => {
  const probe = jobProbes[name];
  return probe === undefined ? [] : [{ name, requirement, summary, probe }];
});

describe.each(probed)('the flaw $name ($requirement), with jobs', ({ name, summary, probe }) => {
  test(`shows: ${summary}`, async () => {
    expect(await probe.course(openAccepting(name))).toEqual(probe.flawed);
  });

  test('is not in the sound receiver', async () => {
    expect(await probe.course(openAccepting())).toEqual(probe.sound);
  });
});
