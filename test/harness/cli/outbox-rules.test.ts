import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { say } from '../../support/kit.js';
import {
  approvalsFile,
  outboxes,
  receiverOfEachTest,
  recordsAt,
  type ActionLine,
} from '../../support/outbox-trial.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const receiver = receiverOfEachTest();

const rulesText = `
rules:
  - name: one open call per case
    one: { per: /reference }
  - name: dear calls
    approver: { amount: /amount, above: 60 }
batch: { most: 3 }
`;

function rulesFile(text = rulesText): string {
  const path = join(temporaryFolder(), 'rules.yaml');
  writeFileSync(path, text);
  return path;
}

function call(
  name: string,
  reference: string,
  more: Partial<ActionLine> & { amount?: number } = {},
): ActionLine {
  const { amount = 10, ...rest } = more;
  return { action: name, payload: { title: `Call: ${name}`, reference, amount }, ...rest };
}

const signature = ['--who', 'Ada', '--why', 'the customer has called'];

function commandsOf(outbox: string) {
  const at = ['--outbox', outbox];
  const on = (...words: readonly string[]) => say(['outbox', ...words, ...at]);
  return {
    on,
    approve: (lines: readonly ActionLine[], ...more: readonly string[]) =>
      on('approve', approvalsFile(lines), '--adapter', receiver.adapter(), ...more),
    act: (act: string, ...words: readonly string[]) =>
      on(act, ...words, '--adapter', receiver.adapter(), ...signature),
    work: () => say(['worker', ...at, '--adapter', receiver.adapter(), '--until-empty']),
    states: async () => {
      const lines = (await on('list')).out.trim().split('\n').filter(Boolean);
      return lines.map(
        (line) => JSON.parse(line) as { action: string; state: string; reason: string | null },
      );
    },
  };
}

describe.each(outboxes)('rules for an outbox in $name', ({ open }) => {
  it('accept a batch or none of it, and say by which rule and what stands in the way', async () => {
    const { on, approve, states } = commandsOf(await open());
    const rules = ['--rules', rulesFile()];
    expect(await approve([call('first', 'case 1')], ...rules)).toMatchObject({
      code: 0,
      out: '1 recorded, 0 repeated, 0 refused\n',
    });
    const batch = [
      call('first', 'case 1'),
      call('second', 'case 1'),
      call('third', 'case 3', { amount: 90 }),
    ];
    const refused = await approve(batch, ...rules);
    expect(refused).toMatchObject({ code: 1, out: '0 recorded, 1 repeated, 2 refused\n' });
    expect(refused.err).toBe(
      [
        '  line 2: "second" was refused',
        '    "one open call per case": another one is open; "first" stands in the way',
        '  line 3: "third" was refused',
        '    "dear calls": the amount 90 is above 60, and nobody is named who approves it',
        '',
      ].join('\n'),
    );
    expect(await states()).toMatchObject([{ action: 'first' }]);
    const status = await on('status', '--json');
    expect(JSON.parse(status.out)).toMatchObject({ pending: 1, stoppedByConstraints: 2 });
    const approved = [call('third', 'case 3', { amount: 90, requestedBy: 'agent-7' })];
    const own = await approve(approved, ...rules, '--approved-by', 'Agent-7');
    expect(own).toMatchObject({ code: 1, err: expect.stringContaining('has asked for it') as string });
    expect(await approve(approved, ...rules, '--approved-by', 'Ada')).toMatchObject({ code: 0 });
    expect(JSON.parse((await on('show', 'third')).out)).toMatchObject({
      approval: { requestedBy: 'agent-7', approvedBy: 'Ada', data: null },
    });
  });

  it('make way for another action once the first is settled, or was given up', async () => {
    const { approve, act, work } = commandsOf(await open());
    const rules = ['--rules', rulesFile()];
    await approve([call('first', 'case 1')], ...rules);
    await work();
    expect(await approve([call('second', 'case 1')], ...rules)).toMatchObject({ code: 0 });
    expect(await act('withdraw', 'second')).toMatchObject({
      code: 0,
      out: expect.stringContaining('withdrawn') as string,
    });
    expect(await approve([call('third', 'case 1')], ...rules)).toMatchObject({ code: 0 });
    await work();
    expect(await recordsAt(receiver.url())).toEqual(['case 1', 'case 1']);
  });

  it('want a large batch to be looked at first, and show it without writing anything', async () => {
    const { approve, states } = commandsOf(await open());
    const batch = ['1', '2', '3', '4'].map((n) =>
      call(`call ${n}`, `case ${n}`, { requestedBy: 'agent-7', object: 'order 1842', dataVersion: 3 }),
    );
    const rules = ['--rules', rulesFile()];
    const unseen = await approve(batch, ...rules);
    expect(unseen).toMatchObject({ code: 64, out: '' });
    expect(unseen.err).toContain('--dry-run');
    const preview = await approve(batch, ...rules, '--dry-run');
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain(
      [
        'line 1: "call 1" would be recorded',
        `  POST /v1/tasks at ${receiver.url()}`,
        '  /reference "case 1", /amount 10',
        '  asked for by "agent-7", decided on "order 1842" at version "3"',
        '',
      ].join('\n'),
    );
    expect(preview.out).toContain('it would be 4 recorded, 0 repeated, 0 refused\n');
    expect(await states()).toEqual([]);
    const code = /^preview (\w+)$/m.exec(preview.out)?.[1] ?? '';
    const other = [...batch.slice(1), call('another', 'case 9')];
    expect(await approve(other, ...rules, '--previewed', code)).toMatchObject({ code: 64 });
    expect(await states()).toEqual([]);
    expect(await approve(batch, ...rules, '--previewed', code)).toMatchObject({ code: 0 });
    const again = await approve([call('late', 'case 1')], ...rules, '--dry-run');
    expect(again.code).toBe(1);
    expect(again.out).toContain('"late" would be refused');
    expect(again.out).toContain('"one open call per case": another one is open; "call 1" stands in the way');
  });

  it('show a card that cannot pretend to be another', async () => {
    const { approve } = commandsOf(await open());
    const dressed = 'pay \u202e001 \u001b[2K';
    const { out } = await approve([call(dressed, 'case 1', { key: 'key-1' })], '--dry-run');
    expect(out).toContain('would be recorded');
    for (const steering of ['\u202e', '\u001b']) expect(out).not.toContain(steering);
  });

  it('hold an action on old data back until it is approved on the new one', async () => {
    const { on, approve, act, work, states } = commandsOf(await open());
    const decidedOn = (dataVersion: number) => [
      call('first', 'case 1', { object: 'order 1842', dataVersion }),
    ];
    await approve(decidedOn(3));
    expect(await on('data-version', 'order 1842', '4', '--who', 'Ada')).toMatchObject({ code: 64 });
    expect(await on('data-version', 'order 1842', '4', ...signature)).toMatchObject({
      code: 0,
      out: '"order 1842" is at version "4", after "3"\n',
    });
    await work();
    expect(await states()).toMatchObject([{ state: 'blocked', reason: 'data-changed' }]);
    await act('unblock', 'first');
    await work();
    expect(await states()).toMatchObject([{ state: 'blocked', reason: 'data-changed' }]);
    expect(await recordsAt(receiver.url())).toEqual([]);
    expect(await approve(decidedOn(2))).toMatchObject({
      code: 1,
      err: expect.stringContaining('"data version"') as string,
    });
    expect((await approve(decidedOn(4))).out).toBe('0 recorded, 0 repeated, 0 refused, 1 renewed\n');
    await act('unblock', 'first');
    await work();
    expect(await recordsAt(receiver.url())).toEqual(['case 1']);
    expect(JSON.parse((await on('show', 'first')).out)).toMatchObject({
      state: 'sent',
      approval: { data: { object: 'order 1842', version: '4', knownVersion: '4' } },
      acts: [{ act: 'unblock' }, { act: 'approve', result: 'renewed' }, { act: 'unblock' }],
    });
  });

  it('are no part of settling an action by the id of its record', async () => {
    const { on, approve, act } = commandsOf(await open());
    const other = commandsOf(join(temporaryFolder(), 'other.sqlite'));
    const line = [call('first', 'case 1', { key: 'key-0' })];
    for (const each of [other, { approve }]) await each.approve(line);
    await other.work();
    const [{ remoteId: id = '' } = {}] = (await other.states()) as unknown as { remoteId?: string }[];
    expect(await act('reconcile', 'first', '--id', 'rec-of-nobody')).toMatchObject({
      code: 1,
      out: expect.stringContaining('no-such-record') as string,
    });
    expect(await act('reconcile', 'first', '--id', id)).toMatchObject({ code: 0 });
    expect(JSON.parse((await on('show', 'first')).out)).toMatchObject({ state: 'sent', remoteId: id });
  });
});

describe('rules', () => {
  it.each([
    ['a file that is not there', [], 'cannot be read'],
    ['bad rules', ['rules: [{ name: a }]'], 'rules.yaml:1:9 rules/0: found a rule that asks for nothing'],
  ])('stop everything where they are %s', async (_, texts, said) => {
    const { approve, states } = commandsOf(join(temporaryFolder(), 'outbox.sqlite'));
    const [text] = texts;
    const path = text === undefined ? join(temporaryFolder(), 'none.yaml') : rulesFile(text);
    const came = await approve([call('first', 'case 1')], '--rules', path);
    expect(came).toMatchObject({ code: 64, out: '', err: expect.stringContaining(said) as string });
    expect(await states()).toEqual([]);
  });

  it.each([{ object: 'order 1842' }, { dataVersion: 3 }, { requestedBy: 7 as unknown as string }])(
    'are given no line that says half a thing: %j',
    async (half) => {
      const { approve } = commandsOf(join(temporaryFolder(), 'outbox.sqlite'));
      expect(await approve([call('first', 'case 1', half)])).toMatchObject({
        code: 64,
        err: expect.stringContaining('Line 1') as string,
      });
    },
  );
});
