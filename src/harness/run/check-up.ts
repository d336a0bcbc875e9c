import type { HistoryEvent } from '../model/event.js';
import type { Random } from '../model/random.js';
import type { Step } from '../model/step.js';
import { runScenario } from './run-scenario.js';
import type { TargetSource } from './target.js';

const action = { name: 'check-up' };
const mostCreates = 1;
const longestCheckUpMs = 60_000;
const settleMs = 500;

/** What a check-up is made with. */
interface CheckUp {
  readonly source: TargetSource;
  readonly random: Random;
  readonly run: string;
  /** A folder for the sender's database, which is not used; the caller removes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One create, one count, one look-up and one fetch, as far as the target offers them, and what became of each. */
export async function checkUp(what: CheckUp): Promise<readonly HistoryEvent[]> {
  const { offers } = what.source;
  const steps: readonly (Step | null)[] = [
    { do: 'send', action, role: 'first' },
    offers.includes('observe') ? { do: 'observe', action, when: 'late' } : null,
    offers.includes('lookup') ? { do: 'look-up', action, until: 'found' } : null,
    offers.includes('fetch') ? { do: 'fetch', action } : null,
  ];
  return runScenario({
    ...what,
    scenario: 'check-up',
    tries: [{ name: 'check-up', steps: steps.filter((step) => step !== null) }],
    leftOut: [],
    seed: 1,
    budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates },
    settleMs: Math.max(settleMs, what.source.adapter.contract.consistency.settleMs),
    senderRules: undefined,
    signal: AbortSignal.any([what.signal, AbortSignal.timeout(longestCheckUpMs)]),
    write: () => undefined,
  });
}
