import type { RowState } from '../model/outbox-row.js';
import { type Outcome, type OutcomeKind, refusingKinds, type RetryAdvice } from '../model/outcome.js';
import type { Claim } from './claim.js';
import type { SenderParts } from './parts.js';
import { adviceAfter } from './rules.js';
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
  { rules, options }: SenderParts,
  claim: Claim,
  settlement: Settlement,
  outcome: Outcome | null,
): Settlement {
  const { clock, policy, random } = options;
  const now = clock.now();
  const { attempt, budgetFrom } = claim;
  const why = rules.exhausted({ attempts: attempt, budgetFrom }, policy, now);
  if (why !== null) {
    const reason = `${why}; the last attempt: ${settlement.reason ?? settlement.state}`;
    return { ...settlement, state: 'blocked', reason, exhausted: true };
  }
  return { ...settlement, nextAt: now + rules.waitMs({ outcome, attempt }, policy, random) };
}

/** Writes a settlement under the claim's fence; where the row has moved on, nothing changes and that is recorded. */
export function recordSettlement(parts: SenderParts, claim: Claim, settlement: Settlement): void {
  const { store, options, rules } = parts;
  const { worker, action, key, fence } = claim;
  if (settlement.exhausted && rules.exhaustedRow === 'dropped') {
    store.drop(key);
    return;
  }
  const written = store.together(() => write(parts, claim, settlement));
  if (written === null) {
    options.record({ type: 'row-write-fenced', worker, action, fence });
    return;
  }
  const { nextAt, exchange, outcome } = settlement;
  options.record({ type: 'row-recorded', worker, ...written, nextAt, exchange, outcome });
}

function write({ store, rules, options }: SenderParts, claim: Claim, settlement: Settlement) {
  const { key, fence } = claim;
  const { state, exchange, outcome } = settlement;
  const before = store.row(key);
  if (before === undefined) return null;
  const change = changeOf(before, claim, settlement);
  const done = rules.recordsUnderFence ? store.settle(change) : store.overwrite(change);
  const now = options.clock.now();
  store.logEnd({ key, fence, now, exchange, outcome, result: done ? state : 'fenced' });
  const after = store.row(key);
  return done && after !== undefined ? { from: before.state, row: factsOf(after) } : null;
}

function changeOf(row: StoredRow, { key, fence }: Claim, settlement: Settlement) {
  const { state, remoteId, nextAt, reason, outcome, inDoubt, acceptance, advice, windowRenewed } = settlement;
  return {
    key,
    fence,
    from: 'processing',
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
  } as const;
}
