import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSections } from '../../../src/adapters/yaml/grammar/read-sections.js';
import type { Report } from '../../../src/harness/model/report.js';
import { carryOut } from '../../../src/harness/cli/program.js';
import { freePort } from '../../../src/harness/control/free-port.js';
import { receiverFlaws } from '../../../reference-receiver/index.js';
import { scenarios } from '../../../src/scenarios/index.js';
import { say, testKit, type Said } from '../../support/kit.js';
import { serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const inProcess = ['--plane', 'msw', '--effort', 'quick'];
const bundled = testKit().bundled.text();
const observing = scenarios.filter(({ shows = [] }) => shows.length > 0).map(({ id }) => id);

interface Inferred extends Said {
  readonly sections: ReturnType<typeof readSections>;
  readonly report: Report;
}

/** Infers the bundled receiver's contract, in process, and reads what was written. */
async function infer(...words: readonly string[]): Promise<Inferred> {
  const out = join(temporaryFolder(), 'report');
  const said = await say(['infer', ...inProcess, ...words, '--out', out]);
  expect(said.err).toContain('report:');
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { ...said, sections: readSections(said.out, 'inferred.yaml'), report };
}

/** What a run says of the bundled receiver when it is held to another file than its own. */
async function differencesUnder(text: string, ...words: readonly string[]): Promise<readonly string[]> {
  const out = join(temporaryFolder(), 'report');
  const door = testKit({ err: () => undefined });
  await carryOut({ ...door, bundled: { ...door.bundled, text: () => text } }, [
    'run',
    ...inProcess,
    ...words,
    '--only',
    ...observing,
    '--out',
    out,
  ]);
  const { contract } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  expect(contract.filter(({ agrees }) => agrees === 'agrees').length).toBeGreaterThan(0);
  return contract.flatMap(({ claim, declared, observed, agrees }) =>
    agrees === 'differs' ? [`${claim}: ${declared}, ${observed}`] : [],
  );
}

const hourMs = 3_600_000;
/** What several others stand on. */
const grounds = ['acceptance/creates-and-names-record', 'replay/same-record'];

describe('twiceshy infer', () => {
  it('gets the claims of the sound receiver back, and a window that its own holds', async () => {
    const { code, sections, report, out } = await infer();
    expect(code).toBe(0);
    expect(sections.claims).toEqual(readSections(bundled, 'bundled.yaml').claims);
    expect(sections.scope).toEqual(['tenant', 'path']);
    expect(sections.retention?.kind).toBe('floor');
    const windowMs = sections.retention?.value ?? 0;
    expect(windowMs).toBeGreaterThan(23 * hourMs);
    expect(windowMs).toBeLessThanOrEqual(24 * hourMs);
    expect(out).toMatch(/# carriage: header Idempotency-Key: .*replay\/same-record/);
    expect(out).toContain('# replay marker: header idempotent-replayed: true');
    expect(report.contract.filter(({ agrees }) => agrees === 'differs')).toEqual([]);
    // Bursts cost more than they tell here: they are for whoever asks for them.
    const ids = report.entries.map(({ id }) => id);
    expect(ids).not.toContain('concurrency/losers-told-clearly');
    expect(ids).toEqual(expect.arrayContaining(observing.filter((id) => !id.includes('losers'))));
    expect(await differencesUnder(out)).toEqual([]);
  });

  it.each<[string, (seen: Inferred) => unknown, unknown]>([
    ['conflict-replayed', ({ sections }) => sections.claims?.mismatch, 'replay_anyway'],
    ['conflict-creates-second', ({ sections }) => sections.claims?.mismatch, 'new_record'],
    ['transient-failure-stored', ({ sections }) => sections.claims?.failures, 'all'],
    ['refusal-stored', ({ sections }) => sections.claims?.failures, 'non_5xx'],
    ['expired-key-refused', ({ sections }) => sections.claims?.after_expiry, 'refuse'],
    ['scope-by-token', ({ sections }) => sections.scope, ['tenant', 'credential', 'path']],
    ['window-in-milliseconds', ({ sections }) => sections.retention, { kind: 'ceiling', value: 864_000 }],
    [
      'lookup-lags',
      ({ sections: { observe } }) => (observe === 'none' ? null : [observe.consistency, observe.settle]),
      ['eventual', 2_000],
    ],
    [
      'missing-key-hashed',
      ({ out }) => /# missing_key: .*/.exec(out)?.[0],
      '# missing_key: no claim says this: two without a key are taken for one action (1 case in acceptance/keyless-not-merged)',
    ],
    [
      'no-deduplication',
      ({ out }) =>
        /# carriage: none: a second key makes a second record; the same key again makes another/.test(out),
      true,
    ],
  ])('names what the flaw %s does, and a run with that finds no difference', async (flaw, told, expected) => {
    expect(receiverFlaws.map(({ name }) => name)).toContain(flaw);
    const seen = await infer('--flaw', flaw);
    expect(seen.code).toBe(0);
    expect(told(seen)).toEqual(expected);
    const left = await differencesUnder(seen.out, '--flaw', flaw);
    // Where a key travels is said by what is sent, which nobody but the owner can put right.
    expect(left.filter((line) => !line.startsWith('carriage'))).toEqual([]);
  });

  it('takes what a report has seen, and sends nothing', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'own.yaml');
    writeFileSync(file, bundled);
    const out = join(folder, 'report');
    const live = await say(['infer', ...inProcess, '--out', out]);
    const again = await say(['infer', file, '--from', out]);
    expect(again).toMatchObject({ code: 0, out: live.out, err: '' });
    writeFileSync(file, bundled.replace(/^name: .*/m, 'name: Another'));
    const other = await say(['infer', file, '--from', out]);
    expect(other.code).toBe(64);
    expect(other.err).toContain('describes "Another"');
  });

  it('leaves out what the selected requirements do not observe, and runs nothing for nothing', async () => {
    const { sections, out, report } = await infer('--only', 'conflict');
    expect(sections.claims).toMatchObject({ mismatch: 'reject', replay: 'undocumented' });
    expect(out).toContain('  # replay: not observed');
    expect(report.entries.map(({ id }) => id)).toEqual([
      ...grounds,
      'conflict/refused',
      'conflict/other-operation',
      'conflict/same-intent',
      'conflict/intent-differs',
    ]);
    const none = await say(['infer', ...inProcess, '--only', 'sender']);
    expect(none.code).toBe(64);
    expect(none.err).toContain('observes anything');
  });

  it('reports no more than it saw: without an observation it ends inconclusive', async () => {
    const { code, sections } = await infer('--flaw', 'answers-without-saving', '--only', 'replay/marked');
    expect(code).toBe(2);
    expect(sections.claims).toBeNull();
  });

  it('goes to an endpoint as a run does, keeps its file, and writes no secret', async () => {
    const receiver = await serving(['serve', '--port', '0', '--controls']);
    try {
      const folder = temporaryFolder();
      const file = join(folder, 'own.yaml');
      const text = bundled
        .replace('http://twiceshy.invalid', '${env:OWN_URL}')
        .replace(
          /^ {2}headers: .*harbor-token' }$/m,
          "  headers: { Authorization: 'Bearer ${env:OWN_TOKEN}' } # ours",
        );
      writeFileSync(file, text);
      const environment = { OWN_URL: receiver.url, OWN_TOKEN: 'harbor-token' };
      const only = ['--only', 'replay/*', 'conflict/refused', 'acceptance/distinct-keys-stay-distinct'];
      const words = ['infer', file, '--effort', 'quick', ...only, '--out', join(folder, 'report')];
      const { code, out } = await say(words, { environment });
      expect(code).toBe(0);
      expect(out).toContain("  headers: { Authorization: 'Bearer ${env:OWN_TOKEN}' } # ours\n");
      expect(out).not.toContain(receiver.url);
      expect(readSections(out, 'own.yaml').claims).toMatchObject({
        replay: 'same_response',
        mismatch: 'reject',
        in_flight: 'undocumented',
      });
    } finally {
      await receiver.end();
    }
  });

  it('ends as a run does where nobody is there, and where nobody may write', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    writeFileSync(file, bundled.replace('http://twiceshy.invalid', `http://127.0.0.1:${await freePort()}`));
    const absent = await say(['infer', file]);
    expect([absent.code, absent.out]).toEqual([69, '']);
    writeFileSync(file, bundled.replace('http://twiceshy.invalid', 'https://crm.example'));
    const foreign = await say(['infer', file]);
    expect([foreign.code, foreign.out]).toEqual([64, '']);
  });
});
