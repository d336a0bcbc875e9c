import type { RowFacts } from '../model/outbox-row.js';
import { type ApprovalResult, approve } from './approve.js';
import { attempt } from './attempt.js';
import { type OperatorResult, reconcile, unblock } from './operate.js';
import type { SenderParts } from './parts.js';
import { soundRules } from './rules.js';
import type { AttemptOptions, AttemptResult, Intent, SenderOptions } from './sender-options.js';
import { factsOf } from './stored-row.js';
import { tamper } from './tamper.js';

/** The reference outbox sender on one ledger; several may share it, each in its own process. */
export interface Sender {
  /** Writes the approval and its outbox row; `betweenWrites` may throw there, as a process that is killed. */
  approve(intent: Intent, betweenWrites?: () => void): Promise<ApprovalResult>;
  /** Writes many in one transaction: all or, where it fails, none. */
  approveAll(intents: readonly Intent[]): Promise<readonly ApprovalResult[]>;
  /** One worker takes the next eligible action and makes at most one create; what `at` throws comes out. */
  attempt(worker: string, options: AttemptOptions): Promise<AttemptResult>;
  /** An operator asks the receiver about an open row, and it is settled by what is found. */
  reconcile(action: string, who: string, why: string): Promise<OperatorResult>;
  /** An operator puts a blocked row back to pending with a fresh budget. */
  unblock(action: string, who: string, why: string): Promise<OperatorResult>;
  /** Another hand changes the stored bytes of an action; records nothing. */
  tamper(action: string): Promise<void>;
  /** Records the outbox and the keys of the approvals as they stand in the ledger. */
  countLedger(): Promise<void>;
  rows(): Promise<readonly RowFacts[]>;
  /** Closes the ledger with it. */
  close(): Promise<void>;
}

/** Makes a sender on a ledger that is open. */
export function openSender(options: SenderOptions): Sender {
  const { store } = options;
  const parts: SenderParts = { options, store, rules: options.rules ?? soundRules };
  const none = () => undefined;
  return {
    approve: async (intent, betweenWrites = none) => {
      const [result] = await approve(parts, [intent], betweenWrites);
      if (result === undefined) throw new Error('Each intent has a result.');
      return result;
    },
    approveAll: (intents) => approve(parts, intents, none),
    attempt: (worker, how) => attempt(parts, worker, how),
    reconcile: (action, who, why) => reconcile(parts, { act: 'reconcile', action, who, why }),
    unblock: (action, who, why) => unblock(parts, { act: 'unblock', action, who, why }),
    tamper: (action) => tamper(parts, action),
    countLedger: async () => {
      const { rows, approvals } = await store.ledger();
      options.record({ type: 'ledger-counted', rows: rows.map(factsOf), approvals });
    },
    rows: async () => (await store.rows()).map(factsOf),
    close: () => store.close(),
  };
}
