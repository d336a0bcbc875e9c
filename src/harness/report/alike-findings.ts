import type { Finding } from '../model/report.js';

/** Findings that say the same of the same promise; told in full, all but the first would repeat it. */
export interface AlikeFindings {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/** Sorts findings into kinds, each with its first one; kinds stand in the order in which they first appear. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  const kinds = new Map<string, { readonly first: Finding; readonly others: Finding[] }>();
  for (const finding of findings) {
    const name = JSON.stringify([finding.invariant, finding.about, finding.sentence]);
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { first: finding, others: [] });
    else kind.others.push(finding);
  }
  return [...kinds.values()];
}
