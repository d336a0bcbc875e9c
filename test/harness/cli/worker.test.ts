import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adapterAt, actionLines, approvalsFile, outboxes, recordsAt } from '../../support/outbox-trial.js';
import { say } from '../../support/kit.js';
import { serving, type Serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let receiver: Serving;
let adapter: string;

beforeEach(async () => {
  receiver = await serving(['serve', '--port', '0']);
  adapter = adapterAt(receiver.url);
});

afterEach(() => receiver.end());

describe.each(outboxes)('an outbox in $name', ({ open }) => {
  it('is filled once, emptied by a worker in order, and told about', async () => {
    const outbox = await open();
    const lines = actionLines(30, 6);
    const approve = ['outbox', 'approve', approvalsFile(lines), '--outbox', outbox, '--adapter', adapter];
    expect(await say(approve)).toMatchObject({ code: 0, out: '30 recorded, 0 repeated, 0 refused\n' });
    expect(await say(approve)).toMatchObject({ code: 0, out: '0 recorded, 30 repeated, 0 refused\n' });
    const work = ['worker', '--outbox', outbox, '--adapter', adapter, '--until-empty', '--concurrency', '8'];
    const worked = await say(work);
    expect(worked).toMatchObject({ code: 0, out: '' });
    expect(worked.err).toMatch(/ended: 30 sent\n$/);
    const records = await recordsAt(receiver.url);
    expect(records.toSorted()).toEqual(lines.map(({ action }) => action).toSorted());
    for (let n = 0; n < 6; n += 1) {
      const acts = records.filter((reference) => reference.startsWith(`case ${n}:`));
      expect(acts).toEqual([0, 1, 2, 3, 4].map((act) => `case ${n}: act ${act}`));
    }
    const status = await say(['outbox', 'status', '--outbox', outbox, '--json']);
    // On a busy machine a request may have run out of time.
    const aNumber = expect.any(Number) as number;
    expect(JSON.parse(status.out)).toEqual({
      pending: 0,
      processing: 0,
      sent: 30,
      unknown: 0,
      blocked: 0,
      failed: 0,
      firstAttemptShare: aNumber,
      duplicatesSuppressed: { replayed: aNumber, exists: 0 },
      hashConflicts: 0,
      discrepancies: 0,
      unknowns: { count: 0, oldestAgeMs: null },
      oldestPendingAgeMs: null,
      exceptionQueue: { size: 0, oldestAgeMs: null },
      attemptsPerAction: { mean: aNumber, most: aNumber },
      stoppedByConstraints: 0,
      heldSends: aNumber,
      pausedForMs: null,
    });
    const listed = (await say(['outbox', 'list', '--outbox', outbox])).out.trim().split('\n');
    expect(listed).toHaveLength(30);
    expect(JSON.parse(listed[0] ?? '')).toMatchObject({
      action: 'case 0: act 0',
      state: 'sent',
      attempts: 1,
    });
    expect(listed.join('')).not.toContain('Call about');
  });

  it('is waited for by a worker, which ends when it is asked to, after what is under way', async () => {
    const outbox = await open();
    const interrupt = new AbortController();
    const ended = say(['worker', '--outbox', outbox, '--adapter', adapter], { signal: interrupt.signal });
    const approve = [
      'outbox',
      'approve',
      approvalsFile(actionLines(3, 3)),
      '--outbox',
      outbox,
      '--adapter',
      adapter,
    ];
    await say(approve);
    await expect.poll(() => recordsAt(receiver.url), { timeout: 10_000 }).toHaveLength(3);
    interrupt.abort(new Error('SIGTERM'));
    expect(await ended).toMatchObject({ code: 0 });
    const status = await say(['outbox', 'status', '--outbox', outbox, '--json']);
    expect(JSON.parse(status.out)).toMatchObject({ sent: 3, processing: 0 });
  });

  it('refuses other content for an action that was approved, and says which', async () => {
    const outbox = await open();
    const [line] = actionLines(1, 1);
    if (line === undefined) throw new Error('There is one.');
    const approve = (text: object) => {
      const file = approvalsFile([{ ...line, ...text }]);
      return say(['outbox', 'approve', file, '--outbox', outbox, '--adapter', adapter]);
    };
    await approve({});
    expect(await approve({ payload: { title: 'Another' } })).toMatchObject({
      code: 1,
      out: '0 recorded, 0 repeated, 1 refused\n',
      err: expect.stringMatching(/^ {2}line 1: "case 0: act 0" was refused\n.*another content/) as string,
    });
    expect((await approve({ aggregate: 'another' })).code).toBe(1);
  });
});

describe('a worker', () => {
  it('writes to no host that was not named twice', async () => {
    const far = adapterAt('https://crm.example.com');
    const outbox = join(temporaryFolder(), 'outbox.sqlite');
    const said = await say(['worker', '--outbox', outbox, '--adapter', far]);
    expect(said).toMatchObject({ code: 64, out: '' });
    expect(said.err).toContain('guard.allow_hosts');
  });

  it('says where an outbox was to be that it cannot reach, without the credential', async () => {
    const outbox = 'postgres://ada:open-sesame@127.0.0.1:1/ledger';
    const said = await say(['worker', '--outbox', outbox, '--adapter', adapter]);
    expect(said.code).toBe(69);
    expect(said.err).toContain('127.0.0.1:1/ledger');
    expect(said.err).not.toMatch(/sesame|ada/);
  });

  it('takes no lease that a request could outlast', async () => {
    const outbox = join(temporaryFolder(), 'outbox.sqlite');
    const said = await say(['worker', '--outbox', outbox, '--adapter', adapter, '--lease-ms', '500']);
    expect(said).toMatchObject({ code: 64 });
    expect(said.err).toContain('limits.timeout');
  });
});

describe('a file of approvals', () => {
  it.each([
    '{"action": "a"}',
    '{"action": 1, "payload": {}}',
    'no JSON',
    '{"action":"a","payload":{},"aggregate":7}',
  ])('is not written where a line is %s', async (line) => {
    const file = join(temporaryFolder(), 'actions.ndjson');
    writeFileSync(file, `{"action":"good","payload":{}}\n\n${line}\n`);
    const outbox = join(temporaryFolder(), 'outbox.sqlite');
    const said = await say(['outbox', 'approve', file, '--outbox', outbox, '--adapter', adapter]);
    expect(said).toMatchObject({ code: 64, out: '' });
    expect(said.err).toContain(`Line 3 of ${file} is no action`);
    expect((await say(['outbox', 'list', '--outbox', outbox])).out).toBe('');
  });

  it('is not written where the receiver would not take a key', async () => {
    const file = approvalsFile([{ action: 'one, two', payload: {} }]);
    const outbox = join(temporaryFolder(), 'outbox.sqlite');
    const said = await say(['outbox', 'approve', file, '--outbox', outbox, '--adapter', adapter]);
    expect(said).toMatchObject({ code: 64, out: '' });
    expect(said.err).toContain('key.chars');
  });
});
