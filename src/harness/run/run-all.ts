import type { HistoryEvent } from '../model/event.js';
import { goneIn } from '../model/history-view.js';
import type { Random } from '../model/random.js';
import type { PlannedScenario } from '../plan/plan-run.js';
import type { SenderRules } from '../sender/rules.js';
import { runScenario } from './run-scenario.js';
import type { TargetSource } from './target.js';
import type { Budget } from './budget.js';

/** The longest that one scenario may take in real time, in milliseconds; past it, it ends without a verdict. */
const longestScenarioMs = 300_000;

/** What a whole run is made from. */
export interface WholeRun {
  readonly plan: readonly PlannedScenario[];
  readonly source: TargetSource;
  readonly random: Random;
  readonly seed: number;
  readonly run: string;
  readonly settleMs: number;
  readonly senderRules: SenderRules | undefined;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly budget: Budget;
  /** Where the lines of a scenario's history go; opened before it runs and closed after. */
  readonly openHistory: (scenario: string) => { write(line: string): void; close(): void };
  readonly onStart?: (planned: PlannedScenario) => void;
  readonly onEnd?: (planned: PlannedScenario, events: readonly HistoryEvent[] | null) => void;
}

/**
 * Runs every planned scenario in order, each with a history of its own, until the end or an interruption. Once a
 * history says that the target is gone for good, nothing more is run: what came after has no history.
 */
export async function runAll(whole: WholeRun): Promise<ReadonlyMap<string, readonly HistoryEvent[]>> {
  const histories = new Map<string, readonly HistoryEvent[]>();
  let isGone = false;
  for (const planned of whole.plan) {
    const { scenario } = planned;
    if (whole.signal.aborted) break;
    if (planned.tries.length === 0) {
      whole.onEnd?.(planned, null);
      continue;
    }
    if (isGone) continue;
    whole.onStart?.(planned);
    const history = whole.openHistory(scenario.id);
    try {
      const events = await runScenario({
        ...whole,
        scenario: scenario.id,
        tries: planned.tries,
        leftOut: planned.leftOut,
        random: whole.random.fork(scenario.id),
        signal: AbortSignal.any([whole.signal, AbortSignal.timeout(longestScenarioMs)]),
        write: (line) => {
          history.write(line);
        },
      });
      histories.set(scenario.id, events);
      isGone = goneIn(events) !== null;
      whole.onEnd?.(planned, events);
    } finally {
      history.close();
    }
  }
  return histories;
}
