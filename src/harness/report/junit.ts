import type { Entry, Report } from '../model/report.js';
import { alikeFindings } from './alike-findings.js';
import { conclusionOf } from './conclusion.js';
import { families, type Family } from './families.js';
import { places } from './places.js';
import type { Renderer } from './renderer.js';
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
 * The report as JUnit XML: a failed MUST is a failure, a kit error or an undecided requirement an error, and a failed
 * SHOULD a pass that warns. A suite for the run as a whole is added where the requirements alone would look green.
 */
export const junit: Renderer = {
  file: 'junit.xml',
  render(report) {
    const suites = [...families(report.entries).map(familySuite), ...wholeRun(report)];
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

function familySuite(family: Family): Suite {
  return { name: family.name, cases: family.entries.map(entryCase) };
}

function wholeRun(report: Report): readonly Suite[] {
  const { sentence, sign, partial } = conclusionOf(report);
  const red = report.entries.some((entry) => ['failure', 'error'].includes(endingOf(entry)));
  if (partial === null && (sign.tone === 'good' || red)) return [];
  const message = typeof report.gone === 'string' ? sentence : (partial ?? sentence);
  const ending = partial === null && sign.tone === 'bad' ? 'failure' : 'error';
  const body = `      <${ending} message="${attribute(message)}" type="conclusion"/>`;
  return [{ name: 'run', cases: [{ ending, text: caseText('run', 'run/as-a-whole', [], [body]) }] }];
}

function endingOf(entry: Entry): Ending {
  switch (entry.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return entry.level === 'MUST' ? 'failure' : 'passed';
    case 'inconclusive':
      return entry.level === 'SURVEY' ? 'skipped' : 'error';
    case 'kit-error':
      return 'error';
    case 'not-exercised':
    case 'blocked':
      return 'skipped';
  }
}

function entryCase(entry: Entry): Case {
  const ending = endingOf(entry);
  const properties = [
    ['verdict', entry.verdict],
    ['level', entry.level],
    ['title', entry.title],
    ['cases', String(entry.cases)],
  ] as const;
  const body = [...endingLines(entry, ending), ...systemOut(entry, ending)];
  return { ending, text: caseText(entry.family, entry.id, properties, body) };
}

function endingLines(entry: Entry, ending: Ending): readonly string[] {
  const sign = signOf(entry);
  const why = entry.why === '' ? 'no reason was recorded' : entry.why;
  switch (ending) {
    case 'passed':
      return [];
    case 'failure': {
      const [first] = entry.findings;
      const message = attribute(first?.sentence ?? entry.risk);
      const type = attribute(first?.invariant ?? 'fail');
      return [`      <failure message="${message}" type="${type}">${content(findingsText(entry))}</failure>`];
    }
    case 'error':
    case 'skipped': {
      const type = ending === 'error' ? ` type="${entry.verdict}"` : '';
      return [`      <${ending} message="${attribute(`${sign.word}: ${why}`)}"${type}/>`];
    }
  }
}

function systemOut(entry: Entry, ending: Ending): readonly string[] {
  const seen = entry.observations.map(({ claim, observed }) => `${oneLine(claim)}: ${oneLine(observed)}`);
  const warning =
    entry.verdict === 'fail' && ending === 'passed'
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
