import { exitCodes } from '../model/kit-error.js';
import type { Entry, Report } from '../model/report.js';
import { alikeFindings } from './alike-findings.js';
import { conclusionOf } from './conclusion.js';
import { families, type Family } from './families.js';
import { knownFailure } from './known-failure.js';
import type { InconclusiveInJunit, Renderer } from './renderer.js';
import { places } from './places.js';
import { runFacts } from './run-facts.js';
import { longest, manyLines, oneLine } from './shown-text.js';
import { signOf } from './signs.js';
import { timelineLines } from './timeline-lines.js';

/** What a test case may end in, as JUnit counts it. */
type Ending = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly ending: Ending;
  readonly text: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * The report as JUnit XML: a failed MUST is a failure, unless a baseline knows it, a kit error or an undecided
 * requirement an error, and a failed SHOULD a pass that warns. A suite for the run as a whole is added where the
 * requirements alone would look green. On request what is inconclusive is skipped, that suite included.
 */
export const junit: Renderer = {
  file: 'junit.xml',
  render(report, { inconclusive = 'error' } = {}) {
    const told = report.entries.map((entry) => ({ ...entry, ...endingOf(entry, report, inconclusive) }));
    const suites = [...families(told).map(familySuite), ...wholeRun(report, told, inconclusive)];
    const all = suites.flatMap(({ cases }) => cases);
    const time = (report.durationMs / 1_000).toFixed(3);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="twiceshy" ${counts(all)} time="${time}">`,
      ...suites.map((suite, index) => suiteText(suite, report, index === 0)),
      '</testsuites>',
      '',
    ].join('\n');
  },
};

/** An entry, what its test case ends in, and why it is skipped or in error. */
type Told = Entry & { readonly ending: Ending; readonly reason: string };

function familySuite({ name, entries }: Family<Told>): Suite {
  return { name, cases: entries.map(entryCase) };
}

function wholeRun(
  report: Report,
  told: readonly Told[],
  inconclusive: InconclusiveInJunit,
): readonly Suite[] {
  const { sentence, sign, partial } = conclusionOf(report);
  const red = told.some(({ ending }) => ['failure', 'error'].includes(ending));
  const green =
    report.conclusion.exit === exitCodes.conforms && (sign.tone === 'good' || sign.tone === 'warn');
  if (partial === null && (green || red)) return [];
  const message = typeof report.gone === 'string' ? sentence : (partial ?? sentence);
  // A run that was cut short is no requirement that was inconclusive.
  const isDoubt = partial === null && report.conclusion.exit === exitCodes.inconclusive;
  const open = isDoubt ? inconclusive : 'error';
  const ending = partial === null && sign.tone === 'bad' ? 'failure' : open;
  const type = ending === 'skipped' ? '' : ' type="conclusion"';
  const body = `      <${ending} message="${attribute(message)}"${type}/>`;
  return [{ name: 'run', cases: [{ ending, text: caseText('run', 'run/as-a-whole', [], [body]) }] }];
}

function endingOf(
  entry: Entry,
  report: Report,
  inconclusive: InconclusiveInJunit,
): { readonly ending: Ending; readonly reason: string } {
  const why = entry.why === '' ? 'no reason was recorded' : entry.why;
  const reason = `${signOf(entry).word}: ${why}`;
  switch (entry.verdict) {
    case 'pass':
      return { ending: 'passed', reason: '' };
    case 'fail':
      return failureEnding(entry, report);
    case 'inconclusive':
      return { ending: entry.level === 'SURVEY' ? 'skipped' : inconclusive, reason };
    case 'kit-error':
      return { ending: 'error', reason };
    case 'not-exercised':
    case 'blocked':
      return { ending: 'skipped', reason };
  }
}

function failureEnding(
  { id, level }: Entry,
  report: Report,
): { readonly ending: Ending; readonly reason: string } {
  if (level !== 'MUST') return { ending: 'passed', reason: '' };
  const known = knownFailure(report, id);
  if (known === null) return { ending: 'failure', reason: '' };
  return {
    ending: 'skipped',
    reason: `fails, as known until ${known.expires} (${known.owner}): ${known.reason}`,
  };
}

function entryCase(told: Told): Case {
  const { ending } = told;
  const properties = [
    ['verdict', told.verdict],
    ['level', told.level],
    ['title', told.title],
    ['cases', String(told.cases)],
  ] as const;
  const body = [...endingLines(told), ...systemOut(told)];
  return { ending, text: caseText(told.family, told.id, properties, body) };
}

function endingLines(told: Told): readonly string[] {
  const { ending, reason } = told;
  switch (ending) {
    case 'passed':
      return [];
    case 'failure': {
      const [first] = told.findings;
      const message = attribute(first?.sentence ?? `does not hold: ${told.title}`);
      const type = attribute(first?.invariant ?? 'fail');
      return [`      <failure message="${message}" type="${type}">${content(findingsText(told))}</failure>`];
    }
    case 'error':
    case 'skipped': {
      const type = ending === 'error' ? ` type="${told.verdict}"` : '';
      return [`      <${ending} message="${attribute(reason)}"${type}/>`];
    }
  }
}

function systemOut(entry: Told): readonly string[] {
  const seen = entry.observations.map(({ claim, observed }) => `${oneLine(claim)}: ${oneLine(observed)}`);
  const warning =
    entry.verdict === 'fail' && entry.level !== 'MUST'
      ? [`warning: this ${entry.level} requirement does not hold\n\n${findingsText(entry)}`]
      : [];
  const lines = [...warning, ...seen];
  return lines.length === 0 ? [] : [`      <system-out>${content(lines.join('\n'))}</system-out>`];
}

function findingsText(entry: Entry): string {
  const parts = alikeFindings(entry.findings).map(({ first, others }) =>
    [
      oneLine(first.sentence),
      `expected: ${oneLine(first.expected)}`,
      `actual: ${oneLine(first.actual)}`,
      ...timelineLines(first),
      ...(others.length === 0 ? [] : [`alike in: ${oneLine(places(others).join('; '))}`]),
    ].join('\n'),
  );
  return [oneLine(entry.risk), ...parts, `repeat: ${oneLine(entry.replay)}`].join('\n\n');
}

function caseText(
  family: string,
  id: string,
  properties: readonly (readonly [string, string])[],
  body: readonly string[],
): string {
  const facts = properties.map(
    ([name, value]) => `        <property name="${name}" value="${attribute(value)}"/>`,
  );
  const block = facts.length === 0 ? [] : ['      <properties>', ...facts, '      </properties>'];
  const open = `    <testcase classname="${attribute(`twiceshy.${family}`)}" name="${attribute(id)}"`;
  const inside = [...block, ...body];
  return inside.length === 0 ? `${open}/>` : [`${open}>`, ...inside, '    </testcase>'].join('\n');
}

function suiteText(suite: Suite, report: Report, first: boolean): string {
  const facts = runFacts(report).map(
    ({ label, value }) => `      <property name="${attribute(label)}" value="${attribute(value)}"/>`,
  );
  const started = `timestamp="${attribute(report.startedAt)}"`;
  return [
    `  <testsuite name="${attribute(suite.name)}" ${counts(suite.cases)} ${started}>`,
    ...(first ? ['    <properties>', ...facts, '    </properties>'] : []),
    ...suite.cases.map(({ text }) => text),
    '  </testsuite>',
  ].join('\n');
}

function counts(cases: readonly Case[]): string {
  const count = (ending: Ending): string => String(cases.filter((each) => each.ending === ending).length);
  const [failed, errors, skipped] = [count('failure'), count('error'), count('skipped')];
  return `tests="${String(cases.length)}" failures="${failed}" errors="${errors}" skipped="${skipped}"`;
}

function attribute(text: string): string {
  return markedUp(oneLine(text, longest.value));
}

function content(text: string): string {
  return markedUp(manyLines(text, longest.raw));
}

function markedUp(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
