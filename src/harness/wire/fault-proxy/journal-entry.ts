import type { Answer, LossKind, WireEffectKind } from '../../model/exchange.js';

/** How an exchange ended, as the proxy saw it. */
export type Ending =
  /** The sender was given an answer to its end: the target's, or one in its place. */
  | 'answered'
  /** An effect broke the connection. */
  | 'broken-by-effect'
  | 'sender-left'
  /** The target took no connection. */
  | 'target-refused'
  | 'target-broke-off'
  /** The request's end could not be told for certain, or it was beyond a bound. */
  | 'request-refused'
  | 'answer-refused'
  /** What followed was no HTTP any more, and went through as it came. */
  | 'tunnelled'
  | 'limit-reached'
  | 'proxy-closed';

/** What the proxy knows of one exchange: which effects befell it, and how far its bytes came. */
export interface JournalEntry {
  /** Counts exchanges from 1, in the order of their first bytes; 0 for one that never reached the proxy. */
  readonly ordinal: number;
  /** The correlation id, or null where the sender gave none. */
  exchange: string | null;
  /** Counts the senders' connections from 1. */
  readonly connection: number;
  /** Whether the connection had carried an exchange before. */
  readonly reused: boolean;
  method: string;
  /** Without the query, which may hold a secret. */
  path: string;
  readonly startedAtMs: number;
  endedAtMs: number | null;
  /** `whole` once the last byte of the request was handed to the target's socket and flushed. */
  delivered: 'none' | 'part' | 'whole';
  /** How many times it was delivered whole. */
  copies: number;
  readonly bytes: { fromSender: number; toTarget: number; fromTarget: number; toSender: number };
  /** The statuses of the target's answers, interim ones too; the first sixteen. */
  statuses: readonly number[];
  applied: readonly WireEffectKind[];
  missed: readonly { readonly kind: WireEffectKind; readonly why: string }[];
  /** What the target answered where the sender saw something else. */
  hidden: readonly Answer[];
  /** Whether the request is held, and has yet to arrive. */
  held: boolean;
  ending: Ending | null;
  /** Why it ended so, where that needs words. */
  detail: string | null;
  /** What the loss would be called, had the sender spoken to the target itself. */
  loss: LossKind | null;
}

const longestPath = 200;
const longestBody = 1_024;

/** Most entries never need lists of their own. */
const none: readonly never[] = [];

/** An entry as it begins. */
export function newEntry(about: {
  ordinal: number;
  connection: number;
  reused: boolean;
  startedAtMs: number;
}): JournalEntry {
  return {
    ordinal: about.ordinal,
    exchange: null,
    connection: about.connection,
    reused: about.reused,
    method: '',
    path: '',
    startedAtMs: about.startedAtMs,
    endedAtMs: null,
    delivered: 'none',
    copies: 0,
    bytes: { fromSender: 0, toTarget: 0, fromTarget: 0, toSender: 0 },
    statuses: none,
    applied: none,
    missed: none,
    hidden: none,
    held: false,
    ending: null,
    detail: null,
    loss: null,
  };
}

/** The path as a journal keeps it. */
export function journalPath(path: string): string {
  const query = path.indexOf('?');
  return (query < 0 ? path : path.slice(0, query)).slice(0, longestPath);
}

/** An entry as one line of NDJSON, without line end: hidden answers without header lines, and bodies cut short. */
export function journalLine(entry: JournalEntry): string {
  return JSON.stringify({ ...entry, hidden: entry.hidden.map(shortened) });
}

function shortened(answer: Answer): unknown {
  if (answer.kind === 'lost') return answer;
  const { kind, status, body } = answer;
  return { kind, status, bytes: Buffer.byteLength(body), body: body.slice(0, longestBody) };
}
