import type { Database } from 'better-sqlite3';
import { movableClock } from './clock.js';
import type { ReceiverClock } from './clock.js';
import { resumeJobs } from './create/job.js';
import { defaultTokens } from './credentials.js';
import { answerInDialect } from './dialect/answer-in-dialect.js';
import type { Dialect } from './dialect/dialect.js';
import { dialectParts } from './dialect/dialect-parts.js';
import { receiverFlaws } from './flaws/index.js';
import { toResponse } from './http/answer.js';
import type { Answer } from './http/answer.js';
import { answer } from './http/handler.js';
import { problemAnswer, refusal } from './http/refusal.js';
import type { Asking, Departure, Parts } from './parts.js';
import { soundParts } from './sound-parts.js';
import { isBusy } from './store/is-busy.js';
import { openStore } from './store/store.js';

/** How a receiver is opened. */
export interface ReceiverOptions {
  /** Path of the SQLite file, `:memory:`, or a database that was lent and stays open. */
  readonly file: string | Database;
  readonly clock: ReceiverClock;
  /** Numbers from 0 to 1, for ids. */
  readonly chance: () => number;
  /** Whether the test controls under `/__test/` are served. */
  readonly controls: boolean;
  /** The way in which another receiver speaks and acts; the receiver's own unless given. */
  readonly dialect?: Dialect;
  /** Name of the flaw to have; none makes the sound receiver. */
  readonly flaw?: string;
  /** How long a key is kept after its create, in milliseconds; 24 hours unless given. */
  readonly retentionMs?: number;
  /** How long a claim is kept for a silent owner, in milliseconds; 30 seconds unless given. */
  readonly leaseMs?: number;
  /** Bearer token to tenant. */
  readonly tokens?: Readonly<Record<string, string>>;
  /**
   * What a commit waits for: FULL (unless given) for the disk, so that it outlives a loss of power; NORMAL for the
   * system alone, so that it outlives the process.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Kills the process on the spot, for a receiver that has one of its own; offers the control `die-next`. */
  readonly die?: () => void;
  /** Told of the receiver's own failures, which callers see as a bare 500 or 503. */
  readonly onTrouble?: (error: unknown) => void;
}

/** A durable CRM behind one web-standard handler. */
export interface Receiver {
  /** Answers one request, never throws; `connection` names the client connection where there is one. */
  handle(
    request: Request,
    context?: { readonly connection?: string; readonly departure?: Departure },
  ): Promise<Response>;
  /** Ends timers and closes the file; requests that are still running are answered 500. */
  close(): void;
}

/** Opens a receiver over a file that may already hold records. Throws for an unknown flaw or a file SQLite cannot use. */
export function openReceiver(options: ReceiverOptions): Receiver {
  const apply = flawCalled(options.flaw);
  const store = openStore(options.file, options.synchronous ?? 'FULL');
  const clock = movableClock(options.clock, store.movedClock);
  const { dialect } = options;
  const inDialect = dialect === undefined ? (own: Parts) => own : dialectParts(dialect);
  const parts = apply(
    inDialect(
      soundParts({
        store,
        clock,
        chance: options.chance,
        tokens: options.tokens ?? defaultTokens,
        leaseMs: options.leaseMs ?? 30_000,
        retentionMs: options.retentionMs ?? 86_400_000,
        die: options.die,
      }),
    ),
  );
  resumeJobs(parts);
  const answerOne = (asking: Asking): Promise<Answer> =>
    dialect === undefined
      ? answer(parts, asking, options.controls)
      : answerInDialect(parts, dialect, asking, options.controls);
  return {
    handle: (request, context) =>
      answerOne({ request, connection: context?.connection, departure: context?.departure })
        .catch((error: unknown) => troubleAnswer(error, options))
        .then(toResponse),
    close: () => {
      clock.cancelTimers();
      parts.store.close();
    },
  };
}

function flawCalled(name: string | undefined): (parts: Parts) => Parts {
  if (name === undefined) return (parts) => parts;
  const flaw = receiverFlaws.find((candidate) => candidate.name === name);
  if (flaw !== undefined) return flaw.apply;
  throw new Error(
    `The reference receiver has no flaw "${name}"; expected one of: ${receiverFlaws.map((known) => known.name).join(', ')}.`,
  );
}

function troubleAnswer(error: unknown, options: ReceiverOptions): Answer {
  options.onTrouble?.(error);
  if (!isBusy(error)) return problemAnswer(refusal('failed', 'The receiver failed to answer.'));
  const detail = 'The store is in use by another process; ask again in a second.';
  return problemAnswer(refusal('busy', detail, { headers: { 'retry-after': '1' } }));
}
