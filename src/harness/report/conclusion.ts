import { exitCodes } from '../model/kit-error.js';
import type { Report } from '../model/report.js';
import { knownFailure } from './known-failure.js';
import type { Sign } from './signs.js';
import { counted } from '../model/spelled.js';

/** What the whole report says in one sentence, and how far it can be trusted. */
export interface Conclusion {
  readonly sentence: string;
  readonly sign: Sign;
  /** The warning to show large where the run was cut short, else null. */
  readonly partial: string | null;
}

const good: Sign = { word: 'conforms', shape: '✓', tone: 'good' };
const bad: Sign = { word: 'does not conform', shape: '✗', tone: 'bad' };
const excused: Sign = { word: 'known failures', shape: '▲', tone: 'warn' };
const open: Sign = { word: 'not decided', shape: '?', tone: 'open' };

/** The conclusion of a report; good only where the run was complete, ended with 0 and at least one entry passed. */
export function conclusionOf(report: Report): Conclusion {
  return { ...judged(report), partial: report.complete ? null : cutShort(report) };
}

function cutShort({ gone }: Report): string {
  // A report of an earlier version lacks the member.
  return typeof gone === 'string'
    ? 'partial: the target was gone. What was judged before stands, and the rest is blocked; nothing here is a verdict on the whole.'
    : 'partial: interrupted. The run did not reach its end, so nothing here is a verdict on the whole.';
}

function judged(report: Report): { sentence: string; sign: Sign } {
  const { exit, sentence } = report.conclusion;
  const failed = report.entries.filter((entry) => entry.verdict === 'fail' && entry.level === 'MUST');
  const broken = failed.filter(({ id }) => knownFailure(report, id) === null).length;
  if (report.entries.length === 0) {
    return {
      sentence: 'Nothing was judged: this report holds no requirement, which is no pass.',
      sign: open,
    };
  }
  if (exit === exitCodes.conforms) return conforming(report, broken);
  return { sentence, sign: broken > 0 || isRefusal(exit) ? bad : open };
}

function isRefusal(exit: number): boolean {
  return exit === exitCodes.doesNotConform || exit === exitCodes.baseline;
}

function conforming(report: Report, broken: number): { sentence: string; sign: Sign } {
  const { sentence } = report.conclusion;
  if (broken > 0) {
    const found = counted(broken, 'MUST requirement');
    return {
      sentence: `The report contradicts itself: it ends with exit 0, yet ${found} failed.`,
      sign: bad,
    };
  }
  const { length: known } = report.entries.filter(({ id }) => knownFailure(report, id) !== null);
  if (known > 0) return { sentence, sign: report.complete ? excused : open };
  if (!report.entries.some((entry) => entry.verdict === 'pass')) {
    return {
      sentence: 'Nothing was shown: no requirement passed, which is no pass of the whole.',
      sign: open,
    };
  }
  return { sentence, sign: report.complete ? good : open };
}
