import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say, type Said } from '../../support/kit.js';
import { adapterAt, actionLines, approvalsFile, outboxes, recordsAt } from '../../support/outbox-trial.js';
import { serving, type Serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let receiver: Serving;
let adapter: string;

beforeEach(async () => {
  receiver = await serving(['serve', '--port', '0']);
  adapter = adapterAt(receiver.url);
});

afterEach(() => receiver.end());

const first = 'case 0: act 0';
const signature = ['--who', 'Ada', '--why', 'the customer has called'];

/** The commands of one outbox, and the JSON that those print that print some. */
function commandsOf(outbox: string) {
  const at = ['--outbox', outbox];
  const on = (...words: readonly string[]): Promise<Said> => say(['outbox', ...words, ...at]);
  return {
    on,
    approve: (lines: Parameters<typeof approvalsFile>[0]) =>
      on('approve', approvalsFile(lines), '--adapter', adapter),
    work: () => say(['worker', ...at, '--adapter', adapter, '--until-empty']),
    reconcile: (named: string) => on('reconcile', named, '--adapter', adapter, ...signature),
    unblock: (named: string) => on('unblock', named, '--adapter', adapter, ...signature),
    shown: async (named: string, ...more: readonly string[]) =>
      JSON.parse((await on('show', named, ...more)).out) as unknown,
  };
}

describe.each(outboxes)('an operator of an outbox in $name', ({ open }) => {
  it('sees one action by its name or its key, and its payload only when asked', async () => {
    const { approve, on, work, shown } = commandsOf(await open());
    await approve([
      {
        ...actionLines(1, 1)[0],
        action: first,
        key: 'key-0',
        payload: { title: 'Call back', reference: first },
      },
    ]);
    const pending = await on('show', first);
    expect(JSON.parse(pending.out)).toMatchObject({ key: 'key-0', state: 'pending', attempts: [], acts: [] });
    await work();
    const sent = await on('show', 'key-0');
    expect(JSON.parse(sent.out)).toMatchObject({
      action: first,
      state: 'sent',
      approval: { aggregate: 'case 0', expiresAt: null },
      attempts: [{ number: 1, outcome: 'created', result: 'sent' }],
    });
    expect(pending.out + sent.out).not.toMatch(/Call back|harbor-token/);
    const whole = await on('show', 'key-0', '--payload');
    expect(JSON.parse(whole.out)).toMatchObject({ payload: expect.stringContaining('Call back') as string });
    expect(whole.out).not.toContain('harbor-token');
    expect(await shown(first)).toEqual(JSON.parse(sent.out));
  });

  it('settles an action by asking the receiver, and the ledger keeps who did it and why', async () => {
    const { approve, work, reconcile, shown } = commandsOf(await open());
    await approve(actionLines(1, 1));
    expect(await reconcile(first)).toMatchObject({
      code: 0,
      out: expect.stringContaining('absent') as string,
    });
    // Another outbox sends the same action, as a worker would whose word was lost.
    const other = commandsOf(join(temporaryFolder(), 'other.sqlite'));
    await other.approve(actionLines(1, 1));
    await other.work();
    expect(await reconcile(first)).toMatchObject({ code: 0, out: expect.stringContaining('sent') as string });
    expect(await reconcile(first)).toMatchObject({
      code: 1,
      out: expect.stringContaining('not-open') as string,
    });
    await work();
    expect(await recordsAt(receiver.url)).toEqual([first]);
    const by = { act: 'reconcile', who: 'Ada', why: 'the customer has called' };
    expect(await shown(first)).toMatchObject({
      state: 'sent',
      attempts: [],
      acts: [
        { ...by, result: 'absent' },
        { ...by, result: 'sent' },
        { ...by, result: 'not-open' },
      ],
    });
  });

  it('puts a blocked action back, which then is sent', async () => {
    const { approve, on, work, unblock, shown } = commandsOf(await open());
    const line = { action: first, key: 'key-0', payload: { title: 'Call back', reference: first } };
    // The key is used for other content, until the receiver forgets it with its restart.
    const other = commandsOf(join(temporaryFolder(), 'other.sqlite'));
    await other.approve([{ ...line, payload: { title: 'Another', reference: 'another' } }]);
    await other.work();
    await approve([line]);
    expect(await unblock(first)).toMatchObject({
      code: 1,
      out: expect.stringContaining('not-blocked') as string,
    });
    await work();
    expect(await shown(first)).toMatchObject({ state: 'blocked', lastOutcome: 'mismatch' });
    await receiver.end();
    receiver = await serving(['serve', '--port', new URL(receiver.url).port]);
    const status = await on('status', '--json');
    expect(JSON.parse(status.out)).toMatchObject({
      firstAttemptShare: null,
      hashConflicts: 1,
      exceptionQueue: { size: 1, oldestAgeMs: expect.any(Number) as number },
      attemptsPerAction: { mean: 1, most: 1 },
    });
    expect(status.out).not.toMatch(/key-0|case 0|Call back|harbor-token/);
    expect(await unblock('key-0')).toMatchObject({
      code: 0,
      out: expect.stringContaining('unblocked') as string,
    });
    await work();
    expect(await recordsAt(receiver.url)).toEqual([first]);
    expect(await shown(first)).toMatchObject({
      state: 'sent',
      attempts: [{ result: 'blocked' }, { result: 'sent' }],
      acts: [{ result: 'not-blocked' }, { act: 'unblock', who: 'Ada', result: 'unblocked' }],
    });
  });

  it('stops all sends and lets them go on, and everybody is told who did', async () => {
    const { approve, on, work, reconcile, shown } = commandsOf(await open());
    await approve(actionLines(3, 3));
    expect(await on('pause', ...signature)).toMatchObject({
      code: 0,
      out: expect.stringContaining('paused') as string,
    });
    expect((await on('pause', ...signature)).out).toContain('already');
    const idle = await work();
    expect(idle).toMatchObject({ code: 0 });
    expect(idle.err).toContain('by Ada: the customer has called');
    expect(await recordsAt(receiver.url)).toEqual([]);
    expect((await on('status')).out).toMatch(/pending +3\n[^]*by Ada: the customer has called/);
    expect(await reconcile(first)).toMatchObject({ code: 0 });
    expect(await shown(first)).toMatchObject({ state: 'pending', acts: [{ act: 'reconcile' }] });
    expect(await on('resume', '--who', 'Grace')).toMatchObject({ code: 64 });
    expect(await on('resume', '--who', 'Grace', '--why', 'mended')).toMatchObject({ code: 0 });
    await work();
    expect(await recordsAt(receiver.url)).toHaveLength(3);
  });
});

describe('an operator', () => {
  it.each([
    ['reconcile', first, '--adapter', 'FILE', '--who', 'Ada'],
    ['unblock', first, '--adapter', 'FILE', '--why', 'asked'],
    ['unblock', first, '--adapter', 'FILE', '--who', ' ', '--why', 'asked'],
  ])('changes nothing without saying who and why: %s', async (...words) => {
    const { approve, on, shown } = commandsOf(join(temporaryFolder(), 'outbox.sqlite'));
    await approve(actionLines(1, 1));
    const said = await on(...words.map((word) => (word === 'FILE' ? adapter : word)));
    expect(said).toMatchObject({ code: 64, out: '' });
    expect(said.err).toMatch(/--who|--why/);
    expect(await shown(first)).toMatchObject({ acts: [] });
  });

  it('is told where a word names nothing, or two actions', async () => {
    const { approve, on } = commandsOf(join(temporaryFolder(), 'outbox.sqlite'));
    const payload = { title: 'Call back' };
    await approve([
      { action: 'one', key: 'two', payload },
      { action: 'two', key: 'three', payload },
    ]);
    expect(await on('show', 'four')).toMatchObject({ code: 64, out: '' });
    const both = await on('show', 'two');
    expect(both).toMatchObject({ code: 64, out: '' });
    expect(both.err).toContain('"three"');
  });

  it('asks no host that was not named twice', async () => {
    const { approve, on } = commandsOf(join(temporaryFolder(), 'outbox.sqlite'));
    await approve(actionLines(1, 1));
    const far = adapterAt('https://crm.example.com');
    const said = await on('reconcile', first, '--adapter', far, ...signature);
    expect(said).toMatchObject({ code: 64, out: '' });
    expect(said.err).toContain('guard.allow_hosts');
  });
});
