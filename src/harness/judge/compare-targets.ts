import { exitCodes } from '../model/kit-error.js';
import type { Entry, Report } from '../model/report.js';
import { counted } from '../model/spelled.js';
import {
  letterOf,
  type ComparedRequirement,
  type TargetComparison,
  type TargetPair,
} from '../model/target-comparison.js';
import { contractDrift } from './contract-drift.js';
import { reportName, unlikeTrials } from './report-name.js';

const mostNamed = 5;

/**
 * Targets side by side, the stand-in first: does it lie, and where? A lie is a requirement that holds with it and is
 * broken with another one. `strict` takes a stand-in that is stricter for one that is wrong too.
 */
export function compareTargets(
  reports: readonly Report[],
  { strict }: { readonly strict: boolean },
): TargetComparison {
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('There is no target to compare.');
  const targets = reports.map(reportName);
  const pairs = others.map((other, index) => pairOf(first, other, index + 1));
  const ids = [...new Set(reports.flatMap(({ entries }) => entries.map(({ id }) => id)))];
  return {
    targets,
    pairs,
    requirements: ids.map((id) => requirementIn(id, reports)),
    contract: contractDrift(reports.map(({ contract }) => contract)),
    grades: reports.map(({ grade: { reached } }) => reached ?? 'none'),
    conclusion: concludeComparison(pairs, reports, strict),
  };
}

function pairOf(first: Report, other: Report, place: number): TargetPair {
  const both = first.entries.flatMap((mine) => {
    const theirs = other.entries.find(({ id }) => id === mine.id);
    return theirs === undefined ? [] : [{ mine, theirs }];
  });
  const settled = both.filter(({ mine, theirs }) => isSettled(mine) && isSettled(theirs));
  const kinder = settled.filter(({ mine, theirs }) => isKinder(mine, theirs));
  const stricter = settled.filter(({ mine, theirs }) => isKinder(theirs, mine));
  const unknown = first.entries.filter(
    ({ id, verdict, level }) =>
      level !== 'SURVEY' && verdict === 'pass' && !settled.some(({ mine }) => mine.id === id),
  );
  return {
    other: place,
    settledInBoth: settled.length,
    kinder: kinder.map(({ theirs }) => differenceOf(theirs)),
    stricter: stricter.map(({ mine }) => differenceOf(mine)),
    unknown: unknown.map(({ id }) => id),
    notes: unlikeTrials(reportName(first), reportName(other)),
  };
}

function isSettled({ verdict, level }: Entry): boolean {
  return level !== 'SURVEY' && (verdict === 'pass' || verdict === 'fail');
}

/** Kinder is what holds where the other is broken, and what says the wrong thing where the other does it. */
function isKinder(one: Entry, other: Entry): boolean {
  if (other.verdict !== 'fail') return false;
  return one.verdict === 'pass' || (one.effect !== 'broken' && other.effect === 'broken');
}

function differenceOf(failed: Entry): TargetPair['kinder'][number] {
  return { id: failed.id, title: failed.title, finding: failed.findings[0]?.sentence ?? failed.risk };
}

function requirementIn(id: string, reports: readonly Report[]): ComparedRequirement {
  const found = reports.map(({ entries }) => entries.find((entry) => entry.id === id) ?? null);
  const [mine, ...others] = found;
  return {
    id,
    title: found.find((entry) => entry !== null)?.title ?? '',
    standings: found.map((entry) => (entry === null ? null : { level: entry.level, verdict: entry.verdict })),
    first: firstIs(mine ?? null, others),
  };
}

function firstIs(mine: Entry | null, others: readonly (Entry | null)[]): ComparedRequirement['first'] {
  const settled = others.flatMap((entry) => (entry !== null && isSettled(entry) ? [entry] : []));
  if (mine === null || !isSettled(mine) || settled.length === 0) return 'not comparable';
  const kinder = settled.some((other) => isKinder(mine, other));
  const stricter = settled.some((other) => isKinder(other, mine));
  if (kinder && stricter) return 'both';
  if (kinder) return 'kinder';
  return stricter ? 'stricter' : 'alike';
}

function concludeComparison(
  pairs: readonly TargetPair[],
  reports: readonly Report[],
  strict: boolean,
): TargetComparison['conclusion'] {
  const names = reports.map(({ target }) => target.name);
  const isTold = new Set(names).size > 1;
  const name = (place: number): string =>
    isTold ? `${letterOf(place)} (${names[place] ?? ''})` : letterOf(place);
  const lies = pairs.filter(({ kinder }) => kinder.length > 0);
  if (lies.length > 0) {
    const told = lies.map(
      ({ other, kinder }) =>
        `holds in ${counted(kinder.length, 'requirement')} that ${name(other)} breaks: ${namedOf(kinder)}`,
    );
    return { exit: exitCodes.doesNotConform, sentence: `${name(0)} lies: it ${told.join('; it ')}.` };
  }
  const blank = pairs.filter(({ settledInBoth }) => settledInBoth === 0);
  if (blank.length > 0) {
    const others = blank.map(({ other }) => name(other)).join(' and ');
    return {
      exit: exitCodes.inconclusive,
      sentence: `Nothing can be said of ${name(0)}: no requirement was settled both with it and with ${others}.`,
    };
  }
  return alikeOrStricter(pairs, name, strict);
}

function alikeOrStricter(
  pairs: readonly TargetPair[],
  name: (place: number) => string,
  strict: boolean,
): TargetComparison['conclusion'] {
  const told = pairs.map(
    ({ other, settledInBoth }) => `${counted(settledInBoth, 'requirement')} settled with ${name(other)} too`,
  );
  const stricter = pairs.filter((pair) => pair.stricter.length > 0);
  const sentence = `${name(0)} tells no lie in ${told.join(' and in ')}`;
  if (stricter.length === 0) return { exit: exitCodes.conforms, sentence: `${sentence}.` };
  const where = stricter.map((pair) => `than ${name(pair.other)} in ${namedOf(pair.stricter)}`);
  return {
    exit: strict ? exitCodes.doesNotConform : exitCodes.conforms,
    sentence: `${sentence}; it is stricter ${where.join(' and ')}.`,
  };
}

function namedOf(differences: TargetPair['kinder']): string {
  const named = differences.slice(0, mostNamed).map(({ id }) => id);
  const more = differences.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
