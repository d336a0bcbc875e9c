import type { RowFacts } from '../model/outbox-row.js';
import { type ApprovalResult, approve } from './approve.js';
import { attempt } from './attempt.js';
import { type OperatorResult, reconcile, unblock } from './operate.js';
import type { SenderParts } from './parts.js';
import { soundRules } from './rules.js';
import type { AttemptOptions, AttemptResult, Intent, SenderOptions } from './sender-options.js';
import { openStore } from './store.js';
import { factsOf } from './stored-row.js';
import { tamper } from './tamper.js';

/** The reference outbox sender on one SQLite file; several may share the file, each in its own process. */
export interface Sender {
  /** Writes the approval and its outbox row; `betweenWrites` may throw there, as a process that is killed. */
  approve(intent: Intent, betweenWrites?: () => void): ApprovalResult;
  /** One worker takes the next eligible action and makes at most one create; what `at` throws comes out. */
  attempt(worker: string, options: AttemptOptions): Promise<AttemptResult>;
  /** An operator asks the receiver about an open row, and it is settled by what is found. */
  reconcile(action: string, who: string, why: string): Promise<OperatorResult>;
  /** An operator puts a blocked row back to pending with a fresh budget. */
  unblock(action: string, who: string, why: string): OperatorResult;
  /** Another hand changes the stored bytes of an action; records nothing. */
  tamper(action: string): void;
  /** Records the outbox and the keys of the approvals as they stand on disk. */
  countLedger(): void;
  rows(): readonly RowFacts[];
  close(): void;
}

/** Opens the sender on its file; throws a KitError where the file cannot be used. */
export function openSender(options: SenderOptions): Sender {
  const store = openStore(options.file, options.synchronous ?? 'FULL');
  const parts: SenderParts = { options, store, rules: options.rules ?? soundRules };
  const rows = () => store.rows().map((row) => factsOf(row));
  return {
    approve: (intent, betweenWrites = () => undefined) => approve(parts, intent, betweenWrites),
    attempt: (worker, how) => attempt(parts, worker, how),
    reconcile: (action, who, why) => reconcile(parts, { act: 'reconcile', action, who, why }),
    unblock: (action, who, why) => unblock(parts, { act: 'unblock', action, who, why }),
    tamper: (action) => {
      tamper(parts, action);
    },
    countLedger: () => {
      options.record({ type: 'ledger-counted', rows: rows(), approvals: store.approvedKeys() });
    },
    rows,
    close: store.close,
  };
}
