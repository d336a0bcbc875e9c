import type { SenderParts } from './parts.js';
import { factsOf, type StoredRow } from './stored-row.js';

/** A worker's hold on one row, until `leaseUntil` (milliseconds since the epoch) or until another takes it over. */
export interface Claim {
  readonly worker: string;
  readonly key: string;
  readonly action: string;
  readonly fence: number;
  readonly leaseUntil: number;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** When the attempt budget and the deadline began to count, milliseconds since the epoch. */
  readonly budgetFrom: number;
  readonly takenOver: boolean;
}

/** What a worker found when it went for work; `settled` is an action whose budget turned out to be used up. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'settled'; readonly action: string }
  | { readonly kind: 'idle'; readonly nextAt: number | null };

/** Takes the row whose turn it is, in one transaction that counts the attempt and ends before anything is sent. */
export function claimNext(parts: SenderParts, worker: string): Claiming {
  const { options, rules, store } = parts;
  const { policy, clock } = options;
  const now = clock.now();
  const takeOverDelayMs = rules.takeOverDelayMs(policy);
  const conflictsBelow = rules.reclaimsConflicts ? policy.maxAttempts : 0;
  const claimed = store.togetherUnsynced(() => {
    const row = store.nextDue({ now, takeOverDelayMs, conflictsBelow });
    if (row === undefined) return null;
    const why = rules.exhausted(row, policy, now);
    if (why !== null) return exhaust(parts, row, why);
    return take(parts, row, worker, now);
  });
  if (claimed === null) {
    const nextAt = store.nextDueAt(takeOverDelayMs);
    options.record({ type: 'worker-idle', worker, nextAt });
    return { kind: 'idle', nextAt };
  }
  if (claimed.kind === 'exhausted') {
    recordExhausted(parts, claimed.from, worker);
    return { kind: 'settled', action: claimed.from.action };
  }
  options.record({
    type: 'row-claimed',
    worker,
    row: factsOf(claimed.row),
    takenOver: claimed.claim.takenOver,
  });
  return { kind: 'claimed', claim: claimed.claim };
}

function take({ options, store }: SenderParts, row: StoredRow, worker: string, now: number) {
  const claim: Claim = {
    worker,
    key: row.key,
    action: row.action,
    fence: row.fence + 1,
    leaseUntil: now + options.policy.leaseMs,
    attempt: row.attempts + 1,
    budgetFrom: row.budgetFrom,
    takenOver: row.state === 'processing',
  };
  store.claim({ key: row.key, fence: row.fence, worker, leaseUntil: claim.leaseUntil });
  store.logClaim({ key: row.key, fence: claim.fence, number: claim.attempt, worker, now });
  const { fence, leaseUntil, attempt: attempts } = claim;
  return {
    kind: 'claimed',
    claim,
    row: { ...row, state: 'processing', fence, leaseUntil, attempts },
  } as const;
}

function exhaust({ rules, store }: SenderParts, row: StoredRow, why: string) {
  if (rules.exhaustedRow === 'dropped') store.drop(row.key);
  else {
    const { key, fence, state: from, remoteId, firstSentAt, inDoubt, acceptance } = row;
    const standing = {
      remoteId,
      firstSentAt,
      inDoubt,
      acceptance,
      advice: null,
      lastOutcome: null,
      nextAt: null,
    };
    store.settle({ key, fence, from, state: 'blocked', reason: why, ...standing });
  }
  return { kind: 'exhausted', from: row } as const;
}

function recordExhausted({ options, store }: SenderParts, from: StoredRow, worker: string): void {
  const row = store.row(from.key);
  if (row === undefined) return;
  options.record({
    type: 'row-recorded',
    worker,
    from: from.state,
    row: factsOf(row),
    nextAt: null,
    exchange: null,
    outcome: null,
  });
}
