import type { Contract } from '../model/contract.js';
import type { Entry, Finding, KnownFailure, Report } from '../model/report.js';
import type { Grade } from '../model/verdict.js';
import { familyOf } from '../plan/levels.js';
import { againstBaseline } from './against-baseline.js';
import { conclude } from './conclude.js';
import { contractTable } from './contract-table.js';
import { curlLines } from './curl-lines.js';
import { gradeOf } from './grade.js';
import type { Judged, JudgedFinding } from './judge-history.js';
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
  | 'limits'
  | 'environment'
  | 'exchanges'
  | 'evidence'
> {
  readonly contract: Contract;
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
    coverage: coverageOf(judged),
    notExercised: judged.flatMap(({ scenario, level, missing, verdict }) =>
      verdict === 'not-exercised'
        ? [{ id: scenario.id, level, needs: missing, unlock: unlockOf(missing) }]
        : [],
    ),
    cleanup: frame.cleanup,
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
    findings: judged.findings.slice(0, mostFindings).map((finding) => findingOf(judged, finding, frame)),
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

/** Fault × operation: how often a wire effect was planned, and how often it took place. */
function coverageOf(judged: readonly Judged[]): Report['coverage'] {
  const counts = new Map<string, { fault: string; operation: string; planned: number; applied: number }>();
  const count = (fault: string, operation: string, applied: boolean): void => {
    const name = `${fault} ${operation}`;
    const line = counts.get(name) ?? { fault, operation, planned: 0, applied: 0 };
    counts.set(name, { ...line, planned: line.planned + 1, applied: line.applied + (applied ? 1 : 0) });
  };
  for (const { view } of judged) {
    for (const { started, ended } of view?.tries.flatMap(({ exchanges }) => exchanges) ?? []) {
      if (started.purpose !== 'create' && started.purpose !== 'second') continue;
      if (started.effects.length === 0) count('none', started.purpose, true);
      for (const { kind } of started.effects)
        count(kind, started.purpose, ended?.applied.includes(kind) ?? false);
    }
    for (const event of view?.events ?? []) {
      if (event.type === 'worker-crashed')
        count(`worker died ${event.point ?? 'at some moment'}`, 'delivery', true);
      if (event.type === 'control-done') count(event.what.control, 'receiver', true);
    }
  }
  return [...counts.values()].toSorted((a, b) =>
    `${a.operation}${a.fault}` < `${b.operation}${b.fault}` ? -1 : 1,
  );
}
