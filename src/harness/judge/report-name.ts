import type { Report } from '../model/report.js';
import type { ReportName } from '../model/report-diff.js';
import { targetInWords } from '../model/target-in-words.js';

/** What a report is known by beside another. */
export function reportName(report: Report): ReportName {
  const { target, kit, startedAt, run, seed, effort, requirements, complete, conclusion, digest } = report;
  const flaw = target.flaw === null ? '' : `, with the flaw ${target.flaw}`;
  return {
    target: `${targetInWords(target)} (${target.address}${flaw})`,
    kit: `${kit.name} ${kit.version}`,
    startedAt,
    run,
    seed,
    effort,
    plane: target.plane,
    requirements,
    complete,
    conclusion,
    digest,
  };
}

/** In what two trials were not the same, so that what differs may have that for its reason; one sentence each. */
export function unlikeTrials(one: ReportName, other: ReportName): readonly string[] {
  const pairs = [
    ['kit', one.kit, other.kit],
    ['effort', one.effort, other.effort],
    ['plane', one.plane, other.plane],
    ['seed', String(one.seed), String(other.seed)],
  ] as const;
  const sets = [one, other].map(
    ({ requirements: { set, digest } }) => `${set} (digest ${digest.slice(0, 12)})`,
  );
  return [
    ...(one.requirements.digest === other.requirements.digest
      ? []
      : [`The requirement sets differ: ${sets.join(' and ')}.`]),
    ...pairs
      .filter(([, left, right]) => left !== right)
      .map(([what, left, right]) => `The ${what} differs: ${left} and ${right}.`),
    ...[one, other]
      .filter(({ complete }) => !complete)
      .map(({ run }) => `The run ${run} was cut short, and says nothing of what it did not reach.`),
  ];
}
