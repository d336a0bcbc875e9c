import type { SenderPolicy } from '../model/sender-policy.js';
import type { RowState } from '../model/outbox-row.js';
import type { PreparedRequest } from '../model/exchange.js';
import { acknowledges, retriableKinds, type Outcome, type RetryAdvice } from '../model/outcome.js';
import type { Random } from '../model/random.js';

/** What a request is made from: the stored bytes read back, the action's key, and which attempt it is (from 1). */
interface RequestFacts {
  readonly request: PreparedRequest;
  readonly key: string;
  readonly attempt: number;
}

/** How much of its budget a row has used. */
interface BudgetFacts {
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly budgetFrom: number;
}

/** What was found just before a request would start. */
interface HoldFacts {
  readonly leaseHeld: boolean;
  readonly approvalExpired: boolean;
  readonly payloadChanged: boolean;
  /** It was approved on another version of its data than the latest known one. */
  readonly dataChanged: boolean;
  /** An operator has paused all sends. */
  readonly isPaused: boolean;
}

/** Why a request that was about to start is not sent. */
export type HoldReason = 'lease-lost' | 'approval-expired' | 'payload-changed' | 'data-changed' | 'paused';

/** What is known of a row before its create goes out. */
interface DoubtFacts {
  /** An earlier request of this action may have had an effect that nobody has learned of. */
  readonly inDoubt: boolean;
  /** The row was taken from a worker whose lease ran out. */
  readonly takenOver: boolean;
  /** The time in which the same key is safe is over. */
  readonly pastWindow: boolean;
  readonly canLookUp: boolean;
  /** What the last outcome asked for, beyond what every sender does. */
  readonly advice: RetryAdvice | null;
}

/** What a wait is computed from. */
interface WaitFacts {
  readonly outcome: Outcome | null;
  readonly attempt: number;
}

/** The decisions of a sender, as values: the sound ones are `soundRules`, a flaw overrides one or two. */
export interface SenderRules {
  /** The name of the flaw that they have, by which another process makes them again; absent in the sound ones. */
  readonly flaw?: string;
  /** Whether an approval and its outbox row are one transaction. */
  readonly approvalWrites: 'together' | 'apart';
  /** Whether a worker's record counts only under the fence of its own claim. */
  readonly recordsUnderFence: boolean;
  /** Whether a row that a conflict blocked may be claimed without an operator. */
  readonly reclaimsConflicts: boolean;
  /** What becomes of a row whose budget is used up. */
  readonly exhaustedRow: 'blocked' | 'dropped';
  /** Milliseconds after the end of a lease at which another worker may take the row; null for never. */
  takeOverDelayMs(policy: SenderPolicy): number | null;
  /** Why no further attempt is allowed, or null while the budget lasts. */
  exhausted(row: BudgetFacts, policy: SenderPolicy, now: number): string | null;
  /** Why the request must not start, or null where it may. */
  holds(facts: HoldFacts): HoldReason | null;
  /** From when on a look-up that finds nothing is believed, where the last request ended then; milliseconds since the epoch. */
  absentCountsFrom(endedAt: number, policy: SenderPolicy): number;
  /** What comes before the create. */
  firstDoes(facts: DoubtFacts, policy: SenderPolicy): 'send' | 'look-up' | 'block';
  /** The request as this attempt sends it. */
  requestFor(facts: RequestFacts): PreparedRequest;
  /** The state that an outcome puts the row in; `inDoubt` speaks of the attempts before this one. */
  stateAfter(outcome: Outcome, inDoubt: boolean, policy: SenderPolicy): RowState;
  /** Milliseconds until the next attempt. */
  waitMs(facts: WaitFacts, policy: SenderPolicy, random: Random): number;
}

/** The decisions of the reference sender; sources: the three essays, RFC 9110 (Retry-After), AWS on full jitter. */
export const soundRules: SenderRules = {
  approvalWrites: 'together',
  recordsUnderFence: true,
  reclaimsConflicts: false,
  exhaustedRow: 'blocked',
  takeOverDelayMs: () => 0,
  exhausted,
  holds: ({ leaseHeld, approvalExpired, payloadChanged, dataChanged, isPaused }) => {
    if (!leaseHeld) return 'lease-lost';
    if (approvalExpired) return 'approval-expired';
    if (payloadChanged) return 'payload-changed';
    if (dataChanged) return 'data-changed';
    return isPaused ? 'paused' : null;
  },
  // What has been given up may still be done: until then, absent only means not yet.
  absentCountsFrom: (endedAt, { absentAfterMs = 0 }) => endedAt + absentAfterMs,
  firstDoes,
  requestFor: ({ request }) => request,
  stateAfter,
  waitMs: ({ outcome, attempt }, { backoff }, random) => {
    const most = Math.min(backoff.mostMs, backoff.baseMs * 2 ** (attempt - 1));
    return Math.max(outcome?.retryAfterMs ?? 0, random.between(0, Math.floor(most)));
  },
};

function exhausted(row: BudgetFacts, policy: SenderPolicy, now: number): string | null {
  if (row.attempts >= policy.maxAttempts) return `attempt budget used up (${String(policy.maxAttempts)})`;
  if (now >= row.budgetFrom + policy.deadlineMs) return `deadline passed (${String(policy.deadlineMs)} ms)`;
  return null;
}

function firstDoes(facts: DoubtFacts, policy: SenderPolicy): 'send' | 'look-up' | 'block' {
  const ask = facts.canLookUp ? 'look-up' : 'block';
  if (facts.pastWindow || facts.advice === 'lookup-first') return ask;
  switch (policy.retry) {
    case 'same-key':
      return 'send';
    case 'lookup-first':
      if (facts.inDoubt) return ask;
      return facts.takenOver && facts.canLookUp ? 'look-up' : 'send';
    case 'never':
      return facts.inDoubt ? 'block' : 'send';
  }
}

/** What is to be done next by the answer's own signal, else by the owner's word; null where neither says anything. */
export function adviceAfter(outcome: Outcome, { actions, retry }: SenderPolicy): RetryAdvice | null {
  if (acknowledges(outcome)) return null;
  const advice = outcome.advice ?? actions?.[outcome.kind] ?? null;
  // Nobody's word makes a sender less careful than its policy, nor a clash of content worth another try.
  const retries = advice === 'same-key' || advice === 'lookup-first';
  return retries && (retry === 'never' || !retriableKinds.includes(outcome.kind)) ? null : advice;
}

function stateAfter(outcome: Outcome, inDoubt: boolean, policy: SenderPolicy): RowState {
  switch (adviceAfter(outcome, policy)) {
    case 'same-key':
      return outcome.kind === 'unknown' || outcome.kind === 'accepted' ? 'unknown' : 'pending';
    case 'lookup-first':
      return 'unknown';
    case 'stop':
      return outcome.kind === 'rejected' && !inDoubt ? 'failed' : 'blocked';
    case null:
      return plainStateAfter(outcome, inDoubt, policy);
  }
}

function plainStateAfter(outcome: Outcome, inDoubt: boolean, policy: SenderPolicy): RowState {
  const never = policy.retry === 'never';
  switch (outcome.kind) {
    case 'created':
    case 'replayed':
    case 'exists':
    case 'updated':
      if (outcome.id !== null) return 'sent';
      return never ? 'blocked' : 'unknown';
    case 'accepted':
    case 'unknown':
      return never ? 'blocked' : 'unknown';
    case 'in-flight':
      return never ? 'blocked' : 'pending';
    case 'throttled':
      return 'pending';
    case 'mismatch':
    case 'key-refused':
    case 'expired':
    case 'ambiguous':
    case 'ignored':
      return 'blocked';
    case 'rejected':
      // A refusal says nothing of an earlier attempt that may have been done: `failed` is final and would hide it.
      return inDoubt ? 'blocked' : 'failed';
  }
}
