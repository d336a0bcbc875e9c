import type { Contract } from '../model/contract.js';
import type { RemediationPattern } from '../model/remediation-pattern.js';
import type { Entry, Finding, KnownFailure, Report } from '../model/report.js';
import type { Grade } from '../model/verdict.js';
import { familyOf } from '../plan/levels.js';
import { againstBaseline } from './against-baseline.js';
import { burstsOf } from './bursts-of.js';
import { conclude } from './conclude.js';
import { contractTable } from './contract-table.js';
import { coverageOf } from './coverage.js';
import { curlLines } from './curl-lines.js';
import { gradeOf } from './grade.js';
import type { Judged, JudgedFinding } from './judge-history.js';
import { loadsOf } from './loads-of.js';
import { measurementsOf } from './measurements-of.js';
import { remediationOf } from './remediation-of.js';
import { timelineOf } from './timeline.js';
import { unlockOf } from './unlock.js';

const mostFindings = 5;

/** What a report says beside its verdicts; everything here comes from the run, nothing from the judge. */
export interface ReportFrame extends Pick<
  Report,
  | 'kit'
  | 'target'
  | 'requirements'
  | 'seed'
  | 'run'
  | 'effort'
  | 'strict'
  | 'startedAt'
  | 'durationMs'
  | 'complete'
  | 'gone'
  | 'cleanup'
  | 'redactions'
  | 'limits'
  | 'environment'
  | 'exchanges'
  | 'evidence'
> {
  readonly contract: Contract;
  /** Ways to mend what may fail. */
  readonly patterns: readonly RemediationPattern[];
  readonly required: Grade | null;
  /** The failures that are known beforehand; null where no baseline was given. */
  readonly known: { readonly file: string; readonly failures: readonly KnownFailure[] } | null;
  /** The recorded history of a scenario, or null where none was made. */
  readonly historyOf: (id: string) => Entry['history'];
  readonly replayOf: (id: string) => string;
}

/** Puts judged requirements together into a report without its digest. */
export function buildReport(judged: readonly Judged[], frame: ReportFrame): Omit<Report, 'digest'> {
  const grade = gradeOf(judged, frame.contract, frame);
  const entries = judged.map((each) => entryOf(each, frame));
  const baseline = frame.known === null ? null : againstBaseline(frame.known, entries, frame.startedAt);
  return {
    formatVersion: 1,
    kit: frame.kit,
    target: frame.target,
    requirements: frame.requirements,
    seed: frame.seed,
    run: frame.run,
    effort: frame.effort,
    strict: frame.strict,
    startedAt: frame.startedAt,
    durationMs: frame.durationMs,
    complete: frame.complete,
    gone: frame.gone,
    conclusion: conclude(entries, grade, { ...frame, baseline }),
    baseline,
    grade,
    contract: contractTable(frame.contract, judged),
    entries,
    coverage: coverageOf(judged.flatMap(({ view }) => view ?? [])),
    bursts: burstsOf(judged),
    measurements: measurementsOf(judged),
    loads: loadsOf(judged),
    notExercised: judged.flatMap(({ scenario, level, missing, verdict }) =>
      verdict === 'not-exercised'
        ? [{ id: scenario.id, level, needs: missing, unlock: unlockOf(missing) }]
        : [],
    ),
    remediation: remediationOf(entries, frame.patterns),
    cleanup: frame.cleanup,
    redactions: frame.redactions,
    limits: frame.limits,
    environment: frame.environment,
    exchanges: frame.exchanges,
    evidence: frame.evidence,
  };
}

function entryOf(judged: Judged, frame: ReportFrame): Entry {
  const { scenario } = judged;
  return {
    id: scenario.id,
    family: familyOf(scenario.id),
    title: scenario.title,
    level: judged.level,
    verdict: judged.verdict,
    why: judged.why,
    ...judged.sides,
    cases: judged.cases,
    findings: chosenFindings(judged.findings).map((finding) => findingOf(judged, finding, frame)),
    moreFindings: Math.max(0, judged.findings.length - mostFindings),
    risk: scenario.risk,
    usualCause: scenario.usualCause,
    remedy: scenario.remedy,
    holdsWhen: scenario.holdsWhen,
    observations: distinct(judged.observations),
    leftOut: judged.leftOut,
    history: frame.historyOf(scenario.id),
    replay: frame.replayOf(scenario.id),
  };
}

/** As many as are told, in their order; every kind of finding before any comes again. */
function chosenFindings(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  const kinds = findings.map(({ invariant, sentence }) => `${invariant} ${sentence}`);
  const first = new Map(kinds.map((kind, place) => [kind, place] as const).toReversed());
  const isFirst = (place: number): boolean => first.get(kinds[place] ?? '') === place;
  const places = findings.map((_, place) => place);
  const preferred = [...places.filter(isFirst), ...places.filter((place) => !isFirst(place))];
  const told = new Set(preferred.slice(0, mostFindings));
  return findings.filter((_, place) => told.has(place));
}

/** The same thing seen twice is told once. */
function distinct(observations: Judged['observations']): Entry['observations'] {
  const told = observations.map(({ claim, observed }) => ({ claim, observed }));
  return told.filter(
    (each, index) =>
      index === told.findIndex(({ claim, observed }) => claim === each.claim && observed === each.observed),
  );
}

function findingOf(judged: Judged, finding: JudgedFinding, frame: ReportFrame): Finding {
  const each = judged.view?.tries.find(({ name }) => name === finding.attempt);
  const drawn = each === undefined ? { timeline: [], folded: 0 } : timelineOf(each, finding);
  return {
    invariant: finding.invariant,
    about: finding.about,
    try: finding.attempt,
    action: finding.action,
    sentence: finding.sentence,
    expected: finding.expected,
    actual: finding.actual,
    events: finding.events,
    ...drawn,
    curl: each === undefined ? [] : curlLines(each, finding, frame.target.address),
  };
}
