import { judgeHistory, type Judged, type JudgedFinding } from '../../judge/judge-history.js';
import type { HistoryEvent } from '../../model/event.js';
import type { Invariant } from '../../model/invariant.js';
import type { Scenario } from '../../model/scenario.js';

/** A sequence that broke a promise. */
export interface BrokenSequence {
  readonly judged: Judged;
  readonly events: readonly HistoryEvent[];
  /** The promise that was broken first: what makes two failures the same one. */
  readonly promise: string;
}

/**
 * Judges the history of a sequence; null where nothing is broken. What was not looked at in it is no doubt here: a
 * sequence looks at what chance has put into it. Throws what the kit itself did wrong.
 */
export function brokenIn(
  events: readonly HistoryEvent[],
  requirement: Scenario,
  senderPromises: readonly Invariant[],
): BrokenSequence | null {
  const failed = events.find((event) => event.type === 'kit-failed');
  if (failed?.type === 'kit-failed') throw new Error(failed.message);
  const judged = judgeHistory(requirement, 'MUST', events, senderPromises);
  const ofLedger = [...judged.ledger.values()].flatMap(({ findings }) => findings);
  const findings = [...judged.findings, ...ofLedger].toSorted((one, other) => lastOf(one) - lastOf(other));
  const [first] = findings;
  if (first === undefined) return null;
  return { events, promise: first.invariant, judged: { ...judged, verdict: 'fail', why: '', findings } };
}

/** When a finding was complete. */
function lastOf({ events }: JudgedFinding): number {
  return events.at(-1) ?? Number.POSITIVE_INFINITY;
}
