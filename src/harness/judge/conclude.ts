import { exitCodes, type ExitCode } from '../model/kit-error.js';
import type { Baseline, BaselineLine, Entry, Report } from '../model/report.js';
import { counted } from '../model/spelled.js';
import { atLeast } from '../model/verdict.js';

/** What a run was asked for, beside its verdicts. */
interface Asked {
  readonly strict: boolean;
  readonly complete: boolean;
  /** Why the target was gone for good before the end; null where it stayed. */
  readonly gone: string | null;
  readonly baseline: Baseline | null;
}

type Counts = (verdict: Entry['verdict']) => number;

/**
 * The one sentence and the exit code of a run: a failure wins over doubt, doubt over what was not exercised. A target
 * that was gone for good before the end decides the code over all of these, since most was never asked; the sentence
 * still says what failed. A baseline takes the failures that it knows out of the first, and nothing out of the others.
 */
export function conclude(
  entries: readonly Entry[],
  grade: Report['grade'],
  asked: Asked,
): Report['conclusion'] {
  const must = entries.filter(({ level }) => level === 'MUST');
  const of: Counts = (verdict) => must.filter((each) => each.verdict === verdict).length;
  if (asked.gone !== null) return end(exitCodes.unreachable, lossOf(asked.gone, of, entries));
  const { baseline } = asked;
  const worse = baseline === null ? null : worseThan(baseline);
  if (worse !== null) return end(exitCodes.baseline, `worse than the baseline: ${worse}${warnings(entries)}`);
  const broken = breach(baseline === null ? of('fail') : 0, grade);
  if (broken !== null)
    return end(exitCodes.doesNotConform, `does not conform: ${broken}${warnings(entries)}`);
  const kitErrors = entries.filter(({ verdict }) => verdict === 'kit-error').length;
  if (kitErrors > 0) {
    return end(
      exitCodes.kitFault,
      `no verdict: the kit itself failed in ${counted(kitErrors, 'requirement')}`,
    );
  }
  const open = of('not-exercised') + of('blocked');
  const partly = must.filter(({ verdict, leftOut }) => verdict === 'pass' && leftOut.length > 0).length;
  const doubt = doubtOf(of, entries, grade, asked) ?? (asked.strict ? unexercised(open + partly) : null);
  if (doubt !== null) return end(exitCodes.inconclusive, `inconclusive: ${doubt}`);
  const stale = namesIn(baseline, 'stale');
  if (stale !== '')
    return end(exitCodes.baseline, `the baseline is stale: it still lists ${stale}, which holds`);
  const beyond = [
    ...(partly > 0 ? [`; ${partly} of them tried in part`] : []),
    ...(open > 0 ? [`; ${open} more were not exercised`] : []),
  ];
  const known = of('fail') > 0 ? knownFailures(of, baseline) : 'conforms';
  const held = `${known} in ${counted(of('pass'), 'requirement')} of level MUST`;
  return end(exitCodes.conforms, `${held}${beyond.join('')}${warnings(entries)}`);
}

/** What a baseline does not excuse: failures that it does not list, and lines whose day is over; null where there is neither. */
function worseThan(baseline: Baseline): string | null {
  const { unlisted } = baseline;
  const fail = counted(unlisted.length, 'requirement fails', 'requirements fail');
  const parts = [
    ...(unlisted.length > 0 ? [`${fail} that it does not list (${unlisted.join(', ')})`] : []),
    ...expiredIn(baseline).map(({ id, owner, expires }) => `${id} was excused until ${expires} (${owner})`),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

function expiredIn({ lines }: Baseline): Baseline['lines'] {
  return lines.filter(({ state }) => state === 'expired');
}

function namesIn(baseline: Baseline | null, state: BaselineLine['state']): string {
  const lines = (baseline?.lines ?? []).filter((line) => line.state === state);
  return lines.map(({ id }) => id).join(', ');
}

/** A failure that is known is one all the same, so nothing here says that the receiver conforms. */
function knownFailures(of: Counts, baseline: Baseline | null): string {
  return `${counted(of('fail'), 'known failure')} (${namesIn(baseline, 'known')}); otherwise conforms`;
}

function end(exit: ExitCode, sentence: string): Report['conclusion'] {
  return { exit, sentence };
}

function lossOf(why: string, of: Counts, entries: readonly Entry[]): string {
  const blocked = entries.filter(({ verdict }) => verdict === 'blocked').length;
  const failed = of('fail') > 0 ? `; ${counted(of('fail'), 'requirement fails', 'requirements fail')}` : '';
  const rest = counted(blocked, 'requirement is', 'requirements are');
  return `the target was gone before the end of the run: ${why}${failed}; ${rest} blocked${warnings(entries)}`;
}

function breach(failed: number, { reached, required }: Report['grade']): string | null {
  if (failed > 0) return counted(failed, 'requirement fails', 'requirements fail');
  const missed = required !== null && reached !== null && !atLeast(reached, required);
  return missed ? `grade ${reached}, ${required} is required` : null;
}

/** A failed SHOULD warns: it is told beside the conclusion and decides nothing. */
function warnings(entries: readonly Entry[]): string {
  const count = entries.filter(({ level, verdict }) => level === 'SHOULD' && verdict === 'fail').length;
  return count === 0 ? '' : `; ${counted(count, 'warning')}`;
}

function doubtOf(
  of: Counts,
  entries: readonly Entry[],
  grade: Report['grade'],
  { complete }: Asked,
): string | null {
  if (!complete) return 'the run was interrupted';
  if (of('inconclusive') > 0) {
    return `${counted(of('inconclusive'), 'requirement was', 'requirements were')} not settled`;
  }
  if (of('pass') + of('fail') === 0) return 'no requirement of level MUST was exercised';
  if (grade.required !== null && grade.reached === null) {
    return `grade ${grade.required} is required, none was shown`;
  }
  return ungraded(entries, grade);
}

function unexercised(count: number): string | null {
  if (count === 0) return null;
  const were = counted(count, 'requirement was', 'requirements were');
  return `${were} not exercised, or in part, and --strict asks for all`;
}

/** Why a run that asked for all that a grade rests on, and broke nothing, shows none; null where it shows one or did not ask. */
function ungraded(entries: readonly Entry[], { reached, because }: Report['grade']): string | null {
  if (reached !== null && reached !== 'unsafe') return null;
  const selected = because.every(
    ({ requirement }) => requirement === null || entries.some(({ id }) => id === requirement),
  );
  // A MUST that fails here is known, or the run had ended before; it is no doubt, and neither is what stands on it.
  const settled = entries.filter(
    ({ level, verdict }) => level === 'MUST' && (verdict === 'fail' || verdict === 'blocked'),
  );
  const reason = because.find(
    ({ requirement }) => requirement !== null && !settled.some(({ id }) => id === requirement),
  );
  if (!selected || reason === undefined) return null;
  return `no grade was shown (${reason.requirement}: ${reason.reason})`;
}
