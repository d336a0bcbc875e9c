import type { SenderParts } from './parts.js';
import { factsOf, type StoredRow } from './stored-row.js';
import type { RowChange } from './store/sender-store.js';

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
  /** The row as it was claimed. */
  readonly row: StoredRow;
}

/** What a worker found when it went for work; `settled` are actions whose budget turned out to be used up. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claims: readonly Claim[]; readonly settled: readonly string[] }
  | { readonly kind: 'idle'; readonly nextAt: number | null };

/** Takes the rows whose turn it is, in one transaction that counts the attempts and ends before anything is sent. */
export async function claimNext(parts: SenderParts, worker: string, most: number): Promise<Claiming> {
  const { options, rules, store } = parts;
  const { policy } = options;
  const { taken, exhausted, nextAt } = await store.claim({
    worker,
    most,
    leaseMs: policy.leaseMs,
    takeOverDelayMs: rules.takeOverDelayMs(policy),
    conflictsBelow: rules.reclaimsConflicts ? policy.maxAttempts : 0,
    exhausted: (row, now) => rules.exhausted(row, policy, now),
    exhaustedRow: rules.exhaustedRow,
  });
  if (taken.length + exhausted.length === 0) {
    options.record({ type: 'worker-idle', worker, nextAt });
    return { kind: 'idle', nextAt };
  }
  if (rules.exhaustedRow !== 'dropped') for (const each of exhausted) recordExhausted(parts, each, worker);
  const claims = taken.map((each) => claimOf(each, worker));
  for (const { row, takenOver } of claims) {
    options.record({ type: 'row-claimed', worker, row: factsOf(row), takenOver });
  }
  return { kind: 'claimed', claims, settled: exhausted.map(({ row }) => row.action) };
}

function claimOf({ before, row }: RowChange, worker: string): Claim {
  const { key, action, fence, attempts: attempt, budgetFrom } = row;
  const takenOver = before.state === 'processing';
  return { worker, key, action, fence, leaseUntil: row.leaseUntil ?? 0, attempt, budgetFrom, takenOver, row };
}

function recordExhausted({ options }: SenderParts, { before, row }: RowChange, worker: string): void {
  const facts = { from: before.state, row: factsOf(row), nextAt: null, exchange: null, outcome: null };
  options.record({ type: 'row-recorded', worker, ...facts });
}
