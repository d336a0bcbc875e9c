import type { RowState } from '../model/outbox-row.js';
import { type Outcome, type OutcomeKind, refusingKinds, type RetryAdvice } from '../model/outcome.js';
import type { Claim } from './claim.js';
import type { SenderParts } from './parts.js';
import { adviceAfter } from './rules.js';
import type { Standing } from './store/sender-store.js';
import { factsOf, type Acceptance, type StoredRow } from './stored-row.js';

/** What a claim has come to, before it is written. */
export interface Settlement {
  readonly state: RowState;
  readonly remoteId: string | null;
  readonly reason: string | null;
  /** The exchange that taught it, and the outcome where it was a create. */
  readonly exchange: string | null;
  readonly outcome: OutcomeKind | null;
  /** No attempt before this time, milliseconds since the epoch; null where none is planned. */
  readonly nextAt: number | null;
  /** Whether a request may have had an effect that nobody has learned of; null leaves it as it stands. */
  readonly inDoubt: boolean | null;
  /** Where to ask after the action; null forgets it, `as-it-stands` leaves it. */
  readonly acceptance: Acceptance | null | 'as-it-stands';
  /** What the outcome asks the next attempt to do. */
  readonly advice: RetryAdvice | null;
  /** The receiver was seen to hold nothing: the window begins anew with the next send. */
  readonly windowRenewed: boolean;
  /** The budget is used up. */
  readonly exhausted: boolean;
  /** The attempt does not count. */
  readonly givesBackAttempt: boolean;
}

/** What most settlements leave as it is. */
export const plainSettlement: Omit<Settlement, 'state'> = {
  remoteId: null,
  reason: null,
  exchange: null,
  outcome: null,
  nextAt: null,
  inDoubt: null,
  acceptance: 'as-it-stands',
  advice: null,
  windowRenewed: false,
  exhausted: false,
  givesBackAttempt: false,
};

/** What an exchange about an action taught, and how to go on with the action where it was accepted. */
export interface Learned {
  readonly exchange: string;
  readonly outcome: Outcome;
  readonly acceptance: Acceptance | null;
}

/** What an outcome makes of a claim; `inDoubt` speaks of the attempts before this one. */
export function settleByOutcome(
  parts: SenderParts,
  claim: Claim,
  learned: Learned,
  inDoubt: boolean,
): Settlement {
  const { exchange, outcome, acceptance } = learned;
  const polls = outcome.kind === 'accepted' && acceptance !== null;
  // To ask after an action is no retry: even a sender that never sends again does it.
  const state = polls ? 'unknown' : parts.rules.stateAfter(outcome, inDoubt, parts.options.policy);
  const settlement: Settlement = {
    ...plainSettlement,
    state,
    exchange,
    outcome: outcome.kind,
    acceptance,
    advice: adviceAfter(outcome, parts.options.policy),
    reason: `${outcome.kind} (${outcome.rule})`,
    inDoubt: refusingKinds.includes(outcome.kind) ? inDoubt : null,
  };
  if (state === 'sent')
    return { ...settlement, remoteId: outcome.id, reason: null, inDoubt: false, acceptance: null };
  return state === 'pending' || state === 'unknown'
    ? withWait(parts, claim, settlement, outcome)
    : settlement;
}

/** The same settlement with the time of the next attempt, or blocked where the budget allows none. */
export function withWait(
  { rules, options, store }: SenderParts,
  claim: Claim,
  settlement: Settlement,
  outcome: Outcome | null,
): Settlement {
  const { policy, random } = options;
  const now = store.now();
  const { attempt, budgetFrom } = claim;
  const why = rules.exhausted({ attempts: attempt, budgetFrom }, policy, now);
  if (why !== null) {
    const reason = `${why}; the last attempt: ${settlement.reason ?? settlement.state}`;
    return { ...settlement, state: 'blocked', reason, exhausted: true };
  }
  return { ...settlement, nextAt: now + rules.waitMs({ outcome, attempt }, policy, random) };
}

/** Writes a settlement under the claim's fence; where the row has moved on, nothing changes and that is recorded. */
export async function recordSettlement(
  { store, options, rules }: SenderParts,
  claim: Claim,
  settlement: Settlement,
): Promise<void> {
  const { worker, action, key, fence } = claim;
  if (settlement.exhausted && rules.exhaustedRow === 'dropped') {
    await store.drop(key);
    return;
  }
  const { state, nextAt, exchange, outcome, givesBackAttempt } = settlement;
  const written = await store.settle({
    key,
    fence,
    state,
    exchange,
    outcome,
    underFence: rules.recordsUnderFence,
    givesBackAttempt,
    standing: (row) => standingOf(row, settlement),
  });
  if (written === null) {
    options.record({ type: 'row-write-fenced', worker, action, fence });
    return;
  }
  const { before, row } = written;
  const facts = { from: before.state, row: factsOf(row), nextAt, exchange, outcome };
  options.record({ type: 'row-recorded', worker, ...facts });
}

function standingOf(row: StoredRow, settlement: Settlement): Standing {
  const { state, remoteId, nextAt, reason, outcome, inDoubt, acceptance, advice, windowRenewed } = settlement;
  return {
    state,
    remoteId,
    nextAt,
    reason,
    lastOutcome: outcome,
    inDoubt: (inDoubt ?? row.inDoubt === 1) ? 1 : 0,
    acceptance:
      acceptance === 'as-it-stands'
        ? row.acceptance
        : acceptance === null
          ? null
          : JSON.stringify(acceptance),
    advice,
    firstSentAt: windowRenewed ? null : row.firstSentAt,
  };
}
