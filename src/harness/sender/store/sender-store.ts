import type { CredentialName } from '../../model/action.js';
import type { RowState } from '../../model/outbox-row.js';
import type { OutcomeKind } from '../../model/outcome.js';
import type { Breach, Judged } from '../constraints/constraint.js';
import type { StoredRow } from '../stored-row.js';
import type { Dossier } from './dossier.js';
import type { LedgerFigures } from './ledger-figures.js';

/** An object outside, and the version of its data. */
export interface DataVersion {
  readonly object: string;
  readonly version: string;
}

/** An approval and its delivery intent, as they are to be written, with what rules ask of it. */
export interface NewApproval extends Judged {
  readonly key: string;
  readonly action: string;
  readonly marker: string;
  readonly credential: CredentialName;
  readonly payloadHash: string;
  /** The prepared request as JSON text. */
  readonly request: string;
  /** Milliseconds until it expires; null for never. */
  readonly expiresInMs: number | null;
  /**
   * Of the actions of one aggregate the next is due once the one approved before it is `sent` or `failed`; null for an
   * action that waits for none.
   */
  readonly aggregate: string | null;
  /** The data on which it was decided; it is sent only while that is the latest known version. Null for none. */
  readonly data: DataVersion | null;
  /** Who asked for the action, and who approved it; null where nobody is named. */
  readonly requestedBy: string | null;
  readonly approvedBy: string | null;
}

/** How approvals are written; `apart` commits each approval before its row, which no sound sender does. */
interface ApprovalWriting {
  readonly writes: 'together' | 'apart';
  /** Called between the two writes of each; what it throws comes out. */
  readonly betweenWrites: () => void;
  /** Only tells what would come of it, and writes nothing. */
  readonly isPreview?: boolean;
}

/** What an approval with the same key or action was given for; `state` is null where it has no row. */
export interface KnownApproval extends Pick<
  NewApproval,
  'key' | 'action' | 'credential' | 'payloadHash' | 'aggregate' | 'data'
> {
  readonly state: RowState | null;
}

/**
 * Whether an approval was written, and when it expires (milliseconds since the epoch), or which one was there. One that is
 * refused leaves out all new ones of its batch.
 */
export type ApprovalWritten =
  | { readonly kind: 'recorded' | 'renewed'; readonly expiresAt: number | null }
  | { readonly kind: 'known'; readonly approval: KnownApproval }
  | { readonly kind: 'refused'; readonly breaches: readonly Breach[] }
  | { readonly kind: 'left-out' };

/** On what terms a worker takes rows. */
export interface ClaimTerms {
  readonly worker: string;
  /** At most so many rows at once. */
  readonly most: number;
  readonly leaseMs: number;
  /** Milliseconds after the end of a lease at which its row is due; null keeps every processing row where it is. */
  readonly takeOverDelayMs: number | null;
  /** Conflicts with fewer attempts than this are due again; 0 in a sound sender. */
  readonly conflictsBelow: number;
  /** Why no further attempt is allowed, or null while the budget lasts. */
  readonly exhausted: (row: StoredRow, now: number) => string | null;
  /** What becomes of a row whose budget is used up. */
  readonly exhaustedRow: 'blocked' | 'dropped';
}

/** A row before and after a transaction. */
export interface RowChange {
  readonly before: StoredRow;
  readonly row: StoredRow;
}

/** What a worker found when it went for work. */
export interface Claimed {
  readonly taken: readonly RowChange[];
  /** Rows whose budget turned out to be used up. */
  readonly exhausted: readonly RowChange[];
  /** Where it found neither: when the next row will be due, or null where none ever will by itself, as in a pause. */
  readonly nextAt: number | null;
}

/** Whose hold on which row. */
export interface Hold {
  readonly key: string;
  readonly fence: number;
}

/** A row as it was read, and the ledger's time at that moment. */
export interface Look {
  readonly row: StoredRow;
  readonly now: number;
}

/** The standing of a row as it is to be; null for `firstSentAt` forgets it. */
export type Standing = Pick<
  StoredRow,
  | 'state'
  | 'remoteId'
  | 'nextAt'
  | 'firstSentAt'
  | 'inDoubt'
  | 'acceptance'
  | 'advice'
  | 'lastOutcome'
  | 'reason'
>;

/** What a claim has come to, as it is to be written. */
export interface Ending extends Hold {
  readonly state: RowState;
  readonly exchange: string | null;
  readonly outcome: OutcomeKind | null;
  /** Whether it counts only while the row is still held under this fence; always in a sound sender. */
  readonly underFence: boolean;
  /** Whether the attempt does not count, as nothing was sent for a reason that is not the action's. */
  readonly givesBackAttempt?: boolean;
  /** The new standing, from the row as it is found. */
  readonly standing: (row: StoredRow) => Standing;
}

/** An act of an operator, as it is to be written. */
export interface ActEntry {
  readonly act: string;
  readonly who: string;
  readonly why: string;
  /** What it comes to; where the row has moved on meanwhile, `moved-on` is written in its place. */
  readonly result: string;
  /** The row as the operator saw it. */
  readonly row: StoredRow;
  /** What it changes, or null for nothing. */
  readonly change: Partial<Standing> | null;
  /** Whether attempt budget and deadline begin anew. */
  readonly renewsBudget: boolean;
}

/** The latest version of an object's data, as somebody tells it. */
export interface DataVersionEntry extends DataVersion {
  readonly who: string;
  readonly why: string;
}

/** A turn of the kill switch, as it is to be written. */
export interface SwitchEntry {
  readonly act: 'pause' | 'resume';
  readonly who: string;
  readonly why: string;
}

/** Sends are paused: since when (milliseconds since the epoch), by whom, and what for. */
export interface Pause {
  readonly since: number;
  readonly who: string;
  readonly why: string;
}

/**
 * The sender's ledger. Each method is one transaction, which neither spans an exchange nor waits for anything but the
 * store: decisions are handed in as functions of a row. Times are the ledger's own, milliseconds since the epoch.
 */
export interface SenderStore {
  /** The ledger's time as it is known here: never behind it, and ahead of it by the way to it at most. */
  now(): number;
  /**
   * Writes approvals and their rows, all or none; one whose key or action is there already changes nothing, but that the
   * same content is approved anew on other data. Where one is refused, by what rules found or by what the ledger holds, no new
   * one is written, and that it was refused is. Two batches that meet under one constraint follow each other.
   */
  approve(approvals: readonly NewApproval[], how: ApprovalWriting): Promise<readonly ApprovalWritten[]>;
  /** Gives rows that are due to a worker: one fence up, one attempt up, under a lease; none while sends are paused. */
  claim(terms: ClaimTerms): Promise<Claimed>;
  look(key: string): Promise<Look | null>;
  lookAtAction(action: string): Promise<Look | null>;
  /** The action that made the record with that id, or null where none is known to have. */
  actionOf(remoteId: string): Promise<string | null>;
  /** All that is known of that key, as it stands at one moment; null where it was not approved. */
  dossier(key: string): Promise<Dossier | null>;
  /** When the last request of that key was answered or given up, or null where none went out. */
  lastEnd(key: string, timeoutMs: number): Promise<number | null>;
  /**
   * Marks the row as in doubt, and its attempt as sent, unless `refuses` says why not; null where there is no row. A pause
   * that has returned is seen here by everybody.
   */
  recordSend<Why extends string>(
    hold: Hold,
    refuses: (row: StoredRow, now: number, isPaused: boolean) => Why | null,
  ): Promise<StoredRow | Why | null>;
  /** Writes into the attempts log that nothing was sent. */
  recordHeld(hold: Hold): Promise<void>;
  /** Writes what a claim has come to; null, and no change, where the row is no longer held. */
  settle(ending: Ending): Promise<RowChange | null>;
  /** Writes an operator's act, and its change where the row is still as it was seen; null where it has moved on. */
  operate(entry: ActEntry): Promise<StoredRow | null>;
  /**
   * Turns the kill switch, and writes down who did; false where it stood so already. The length of a pause is no part of the
   * deadline of an action that waited through it.
   */
  switchSends(entry: SwitchEntry): Promise<boolean>;
  /** Writes down the latest version of an object's data; the one before, or null. What was approved on another is sent no more. */
  tellDataVersion(entry: DataVersionEntry): Promise<string | null>;
  /** Who has paused the sends, or null where nobody has. */
  pause(): Promise<Pause | null>;
  /** What the ledger holds, counted at one moment. */
  figures(): Promise<LedgerFigures>;
  /** Forgets a row and its approval; no sound sender does this. */
  drop(key: string): Promise<void>;
  /** Changes the stored request behind the sender's back; false where there is no such action. */
  rewriteRequest(action: string, rewrite: (request: string) => string): Promise<boolean>;
  rows(): Promise<readonly StoredRow[]>;
  /** All rows, and the keys of all approvals, as they stand at one moment. */
  ledger(): Promise<{ readonly rows: readonly StoredRow[]; readonly approvals: readonly string[] }>;
  /** How often this process has heard that something has become due. */
  notices(): number;
  /** Resolves when that was heard since (`since` is an earlier `notices`), after `ms` or sooner, or when aborted. */
  wait(since: number, ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
