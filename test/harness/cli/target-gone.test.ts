import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../../../src/harness/model/event.js';
import type { Report } from '../../../src/harness/model/report.js';
import { formats } from '../../../src/harness/report/renderer.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { frailEndpoint, frailProcess, frailToken } from '../../support/frail-receiver.js';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const door = { environment: { FRAIL_TOKEN: frailToken } };
/** In the order in which they are run; the first makes one create. */
const only = [
  'acceptance/creates-and-names-record',
  'acceptance/distinct-keys-stay-distinct',
  'replay/same-record',
  'lookup/exact',
];

let started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
});

interface Ended {
  readonly said: Said;
  readonly out: string;
  readonly report: Report;
  readonly verdicts: Readonly<Record<string, string>>;
}

async function run(file: string, ids: readonly string[] = only): Promise<Ended> {
  const out = join(temporaryFolder(), 'report');
  const said = await say(['run', file, '--effort', 'quick', '--only', ...ids, '--out', out], door);
  expect(said.err).toContain('report:');
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  const verdicts = Object.fromEntries(report.entries.map(({ id, verdict }) => [id, verdict]));
  return { said, out, report, verdicts };
}

function historyOf({ out, report }: Ended, id: string): readonly HistoryEvent[] {
  const file = report.entries.find((entry) => entry.id === id)?.history?.file ?? '';
  const lines = readFileSync(join(out, file), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as HistoryEvent);
}

function goneFor(ended: Ended, id: string) {
  return historyOf(ended, id).find((event) => event.type === 'target-gone');
}

/** What has to be so however the target was lost, in the second requirement. */
async function expectLoss(ended: Ended, why: string): Promise<void> {
  const { said, out, report, verdicts } = ended;
  expect(said.code).toBe(69);
  expect(verdicts).toEqual({
    'acceptance/creates-and-names-record': 'pass',
    'acceptance/distinct-keys-stay-distinct': 'blocked',
    'replay/same-record': 'blocked',
    'lookup/exact': 'not-exercised',
  });
  expect(report).toMatchObject({ complete: false, conclusion: { exit: 69 }, grade: { reached: null } });
  expect(report.gone).toContain(why);
  for (const entry of report.entries.filter(({ verdict }) => verdict === 'blocked'))
    expect(entry.why).toBe(`the target was gone: ${report.gone}`);
  expect(said.out.replaceAll(/\s+/g, ' ')).toContain(
    `the target was gone before the end of the run: ${report.gone}; 2 requirements are blocked`,
  );
  expect(report.cleanup.note).toContain('records of this run may remain');
  for (const format of formats)
    expect(readFileSync(join(out, renderers[format].file), 'utf8')).toContain('target was gone');
  const judged = await say(['judge', out, '--json'], door);
  expect(judged.code).toBe(69);
  expect((JSON.parse(judged.out) as Report['entries']).map(({ id, verdict }) => [id, verdict])).toEqual([
    ['acceptance/creates-and-names-record', 'pass'],
    ['acceptance/distinct-keys-stay-distinct', 'blocked'],
  ]);
  expect((await say(['judge', out], door)).out).toContain('every chain whole.\nThe target was gone');
  expect((await say(['render', out, '--as', 'terminal'], door)).out).toBe(said.out);
}

describe('a target that dies for good in the middle of a run', () => {
  it('ends it with 69 where its process does not start again: verdicts before stand, the rest is blocked', async () => {
    const file = frailProcess(temporaryFolder(), { diesOfCreate: 2, startsOnce: true });
    const ended = await run(file);
    await expectLoss(ended, 'its process ended by itself (exit code 3) and did not start again');
    const gone = goneFor(ended, 'acceptance/distinct-keys-stay-distinct');
    expect(gone?.output).toContain('fatal: create 2 [redacted]');
    expect(gone?.unanswered).toHaveLength(1);
  });

  it('ends it with 69 where the endpoint is not the kit’s and does not come back', async () => {
    const { file, child } = await frailEndpoint(temporaryFolder(), { diesOfCreate: 2 });
    started.push(child);
    const ended = await run(file);
    await expectLoss(ended, 'it refused or broke every connection');
    expect(goneFor(ended, 'acceptance/distinct-keys-stay-distinct')?.output).toBeNull();
    expect(existsSync(join(ended.out, 'evidence'))).toBe(false);
  });

  it('ends it with 69 where a kill that was asked for is not survived, and that is no error of the kit', async () => {
    const file = frailProcess(temporaryFolder(), { startsOnce: true });
    const ended = await run(file, ['replay/same-record', 'durability/replay-after-kill']);
    expect(ended.said.code).toBe(69);
    expect(ended.verdicts).toEqual({
      'replay/same-record': 'pass',
      'durability/replay-after-kill': 'blocked',
    });
    expect(ended.report.gone).toBe('its process was killed by the kit and did not start again');
    expect(goneFor(ended, 'durability/replay-after-kill')?.output).toContain('no database');
  });
});

describe('a process that dies of one request', () => {
  const ids = [
    'acceptance/creates-and-names-record',
    'acceptance/invalid-refused-cleanly',
    'replay/same-record',
  ];

  it('is started again, the rest is exercised, and its death is a finding', async () => {
    const ended = await run(frailProcess(temporaryFolder(), { diesOfBadJson: true }), ids);
    const { said, report, verdicts, out } = ended;
    expect(said.code).toBe(1);
    expect(verdicts).toEqual({
      'acceptance/creates-and-names-record': 'pass',
      'acceptance/invalid-refused-cleanly': 'fail',
      'replay/same-record': 'pass',
    });
    expect(report).toMatchObject({ complete: true, gone: null });
    expect(report.limits.join()).toContain('the receiver died in acceptance/invalid-refused-cleanly');
    const types = historyOf(ended, 'acceptance/invalid-refused-cleanly').map(({ type }) => type);
    const death = types.indexOf('target-died');
    expect(types.slice(death - 1, death + 2)).toEqual([
      'exchange-ended',
      'target-died',
      'target-started-again',
    ]);
    const [finding] = report.entries.find(({ verdict }) => verdict === 'fail')?.findings ?? [];
    expect(finding?.sentence).toBe(
      'The receiver died after POST /tasks: its process ended by itself (exit code 3).',
    );
    expect(finding?.timeline.map(({ text }) => text)).toContain(
      'died: its process ended by itself (exit code 3)',
    );
    expect((await say(['judge', out], door)).code).toBe(1);
  });

  it('leaves what it printed in the evidence: bounded, as text, and without secrets', async () => {
    const { out, said, report } = await run(frailProcess(temporaryFolder(), { diesOfBadJson: true }), ids);
    const text = readFileSync(join(out, 'evidence', 'receiver-output.txt'), 'utf8');
    expect(text).toContain('start 1\n');
    expect(text).toContain(String.raw`fatal: no JSON [redacted]`);
    expect(text).toContain(String.raw`\u001b`);
    expect(text).toContain('[twiceshy] ended by itself: exit code 3\n');
    expect(text).toContain('start 2\n');
    for (const each of [text, said.out, said.err, JSON.stringify(report)])
      expect(each).not.toContain(frailToken);
  });
});
