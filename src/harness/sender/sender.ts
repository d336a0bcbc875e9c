import type { RowFacts } from '../model/outbox-row.js';
import { type ApprovalResult, approve, type Approved } from './approve.js';
import { attempt, workOn } from './attempt.js';
import { type Claim, claimNext } from './claim.js';
import { type OperatorResult, reconcile, reconcileById, unblock, withdraw } from './operate.js';
import type { SenderParts } from './parts.js';
import { soundRules } from './rules.js';
import type { AttemptOptions, AttemptResult, Intent, SenderOptions } from './sender-options.js';
import { factsOf } from './stored-row.js';
import { tamper } from './tamper.js';

/** The reference outbox sender on one ledger; several may share it, each in its own process. */
export interface Sender {
  /** Writes the approval and its outbox row; `betweenWrites` may throw there, as a process that is killed. */
  approve(intent: Intent, betweenWrites?: () => void): Promise<ApprovalResult>;
  /** Writes many in one transaction: all or, where it fails or a rule refuses one, none. */
  approveAll(intents: readonly Intent[]): Promise<readonly Approved[]>;
  /** What would become of them at this moment; writes and records nothing. */
  preview(intents: readonly Intent[]): Promise<readonly Approved[]>;
  /** One worker takes the next eligible action and makes at most one create; what `at` throws comes out. */
  attempt(worker: string, options: AttemptOptions): Promise<AttemptResult>;
  /** One worker takes up to `most` eligible actions in one transaction, to be carried out side by side. */
  take(worker: string, most: number): Promise<Taken>;
  /** How often it was heard that something has become due. */
  notices(): number;
  /** Resolves when that was heard since, at the latest after `ms` or when aborted; mostly sooner, to look again. */
  wait(since: number, ms: number, signal: AbortSignal): Promise<void>;
  /** The ledger's time, milliseconds since the epoch. */
  now(): number;
  /** An operator asks the receiver about an open row, and it is settled by what is found. */
  reconcile(action: string, who: string, why: string): Promise<OperatorResult>;
  /** An operator puts a blocked row back to pending with a fresh budget. */
  unblock(action: string, who: string, why: string): Promise<OperatorResult>;
  /** An operator settles an open row by a record whose id is known to them. */
  reconcileById(action: string, who: string, why: string, id: string): Promise<OperatorResult>;
  /** An operator gives up a row that cannot have had any effect. */
  withdraw(action: string, who: string, why: string): Promise<OperatorResult>;
  /** Another hand changes the stored bytes of an action; records nothing. */
  tamper(action: string): Promise<void>;
  /** Records the outbox and the keys of the approvals as they stand in the ledger. */
  countLedger(): Promise<void>;
  rows(): Promise<readonly RowFacts[]>;
  /** Closes the ledger with it. */
  close(): Promise<void>;
}

/** Works on one action; `learned` is called once nothing is left but to write down what came of it. */
export type Job = (learned: () => void) => Promise<void>;

/** What a worker has taken, or when it may come again; null for never. */
export type Taken =
  | { readonly kind: 'taken'; readonly jobs: readonly Job[] }
  | { readonly kind: 'idle'; readonly nextAt: number | null };

/** Makes a sender on a ledger that is open. */
export function openSender(options: SenderOptions): Sender {
  const { store } = options;
  const parts: SenderParts = { options, store, rules: options.rules ?? soundRules };
  return {
    approve: async (intent, betweenWrites = () => undefined) => {
      const [approved] = await approve(parts, [intent], { betweenWrites });
      if (approved === undefined) throw new Error('Each intent has a result.');
      return approved.result;
    },
    approveAll: (intents) => approve(parts, intents),
    preview: (intents) => approve(parts, intents, { isPreview: true }),
    attempt: (worker, how) => attempt(parts, worker, how),
    take: (worker, most) => take(parts, worker, most),
    notices: () => store.notices(),
    wait: (since, ms, signal) => store.wait(since, ms, signal),
    now: () => store.now(),
    reconcile: (action, who, why) => reconcile(parts, { act: 'reconcile', action, who, why }),
    unblock: (action, who, why) => unblock(parts, { act: 'unblock', action, who, why }),
    reconcileById: (action, who, why, id) => reconcileById(parts, { act: 'reconcile', action, who, why }, id),
    withdraw: (action, who, why) => withdraw(parts, { act: 'withdraw', action, who, why }),
    tamper: (action) => tamper(parts, action),
    countLedger: async () => {
      const { rows, approvals } = await store.ledger();
      options.record({ type: 'ledger-counted', rows: rows.map(factsOf), approvals });
    },
    rows: async () => (await store.rows()).map(factsOf),
    close: () => store.close(),
  };
}

async function take(parts: SenderParts, worker: string, most: number): Promise<Taken> {
  const claiming = await claimNext(parts, worker, most);
  if (claiming.kind === 'idle') return claiming;
  const jobOf =
    (claim: Claim): Job =>
    (learned) =>
      workOn(parts, claim, {
        effects: [],
        at: (point) => {
          if (point === 'before-record') learned();
          return Promise.resolve();
        },
      });
  return { kind: 'taken', jobs: claiming.claims.map(jobOf) };
}
