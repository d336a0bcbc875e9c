import type { Entry, Finding, Report } from '../harness/model/report.js';
import { knownFailure } from '../harness/report/known-failure.js';
import { longest, manyLines, oneLine } from '../harness/report/shown-text.js';

/** How the test of a requirement ends, and what it says. */
export interface TestOutcome {
  readonly kind: 'pass' | 'notice' | 'warning' | 'skip' | 'fail';
  readonly text: string;
}

const mostFindings = 3;

/** How the test of a requirement ends: by its level and verdict, as the exit code of a run does. */
export function testOutcome(report: Report, id: string): TestOutcome {
  const entry = report.entries.find((each) => each.id === id);
  if (entry === undefined) return { kind: 'fail', text: `The report has no requirement ${oneLine(id)}.` };
  switch (entry.verdict) {
    case 'pass':
      return seen(entry);
    case 'fail':
      return failed(entry, report);
    case 'inconclusive':
      return entry.level === 'SURVEY'
        ? { kind: 'notice', text: `inconclusive: ${oneLine(entry.why)}` }
        : { kind: 'fail', text: undecided(entry) };
    case 'kit-error':
      return { kind: 'fail', text: undecided(entry) };
    case 'not-exercised':
    case 'blocked':
      // What a run that was cut short did not reach is no need of the target's.
      return report.complete
        ? { kind: 'skip', text: oneLine(entry.why) }
        : { kind: 'fail', text: undecided(entry) };
  }
}

/** What a survey has seen is its whole point. */
function seen({ level, observations }: Entry): TestOutcome {
  const told = observations.map(({ claim, observed }) => `${oneLine(claim)}: ${oneLine(observed)}`);
  return level === 'SURVEY' && told.length > 0
    ? { kind: 'notice', text: told.join('; ') }
    : { kind: 'pass', text: '' };
}

function failed(entry: Entry, report: Report): TestOutcome {
  const known = knownFailure(report, entry.id);
  if (known !== null) {
    const { expires, owner, reason } = known;
    return { kind: 'skip', text: oneLine(`fails, as known until ${expires} (${owner}): ${reason}`) };
  }
  if (entry.level === 'MUST') return { kind: 'fail', text: findingsText(entry) };
  const kind = entry.level === 'SHOULD' ? 'warning' : 'notice';
  return { kind, text: `this ${entry.level} does not hold: ${findingsText(entry)}` };
}

function undecided({ verdict, why, replay }: Entry): string {
  return `${verdict.replace('-', ' ')}: ${oneLine(why)}\nrepeat: ${oneLine(replay, longest.command)}`;
}

function findingsText({ title, risk, findings, moreFindings, replay }: Entry): string {
  const [first, ...others] = findings.slice(0, mostFindings);
  const rest = findings.length - mostFindings + moreFindings;
  const parts = [
    oneLine(first?.sentence ?? title),
    ...(first === undefined ? [] : [`  in "${oneLine(first.try)}"`, sidesOf(first)]),
    ...others.map((each) => `also in "${oneLine(each.try)}": ${oneLine(each.sentence)}\n${sidesOf(each)}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    `risk: ${oneLine(risk)}`,
    `repeat: ${oneLine(replay, longest.command)}`,
  ];
  return manyLines(parts.join('\n'));
}

function sidesOf({ expected, actual }: Finding): string {
  return `  expected: ${oneLine(expected)}\n  actual:   ${oneLine(actual)}`;
}
