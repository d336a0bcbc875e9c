import { movableClock, type ReceiverClock } from '../clock.js';
import { callerReader, defaultTokens } from '../credentials.js';
import { toResponse, type Answer } from '../http/answer.js';
import { openMishaps } from '../http/mishaps.js';
import { problemAnswer, Refused, refusal } from '../http/refusal.js';
import { testControl } from '../http/test-controls.js';
import { isBusy } from '../store/is-busy.js';
import { deliverTo, type Send } from './deliver.js';
import type { CommandParts } from './parts.js';
import { openRelay, type Relay } from './relay.js';
import { inboxPath, route } from './route.js';
import { commandRules } from './flaws.js';
import { openStores } from './store/open-stores.js';
import { isOutOfReach } from './store/postgres/database.js';
import type { OpenStores } from './store/command-store.js';

/** How a command API is opened. */
export interface CommandApiOptions {
  /** The path of a SQLite file, `:memory:`, or `postgres://USER@HOST:PORT/DATABASE?schema=NAME`. */
  readonly data: string;
  readonly clock: ReceiverClock;
  /** Numbers from 0 to 1, by which retries are spread. */
  readonly chance: () => number;
  /** Makes a text that nothing else has, for ids. */
  readonly unique: () => string;
  /** Whether the test controls under `/__test/` are served. */
  readonly controls: boolean;
  /** Name of the flaw to have; none makes the sound one. */
  readonly flaw?: string;
  /** How long a relay keeps an event to itself, in milliseconds; 2 seconds unless given. A delivery takes half of it at most. */
  readonly leaseMs?: number;
  /** Deliveries after which an event is left to people; 12 unless given. */
  readonly mostAttempts?: number;
  /** What a commit to a file waits for: FULL (unless given) for the disk, NORMAL for the system alone. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Kills the process on the spot, for one of its own; offers the control `die-next`. */
  readonly die?: () => void;
  /** Told of its own failures, which callers see as a bare 500 or 503. */
  readonly onTrouble?: (error: unknown) => void;
}

/** A command API with the ERP behind it, behind one web-standard handler. */
export interface CommandApi {
  /** Answers one request, never throws. */
  handle(request: Request): Promise<Response>;
  /** Starts to deliver events to the ERP that is at this address; what it gives ends that, once what is under way is settled. */
  relayTo(origin: string, send: Send): () => Promise<void>;
  /** Ends the relay and its timers, and closes the database. */
  close(): Promise<void>;
}

/** What a relay shows to the ERP. No secret: the bundled receiver has none. */
export const relayToken = 'relay-token';

/** What the operators of each tenant show; no more of a secret than that. */
export const operatorTokens: Readonly<Record<string, string>> = {
  'harbor-operator-token': 'harbor',
  'quay-operator-token': 'quay',
};

const dayMs = 86_400_000;
const relaying = { batch: 16, restMs: 500 };

/** Opens a command API over a database that may already hold orders. Throws for an unknown flaw, and what the database says. */
export async function openCommandApi(options: CommandApiOptions): Promise<CommandApi> {
  const { clock: given, unique, chance, onTrouble = () => undefined } = options;
  const { data, synchronous, leaseMs = 2_000, mostAttempts = 12 } = options;
  const rules = commandRules(options.flaw);
  const stores = await openStores({ data, clock: given, rules, ...(synchronous && { synchronous }) });
  const { clock, kept } = keptClock(stores, given);
  let relay: Relay | undefined;
  const parts: CommandParts = {
    commands: stores.commands,
    erp: stores.erp,
    clock,
    mishaps: openMishaps(options.die),
    retentionMs: dayMs,
    newId: (prefix) => `${prefix}${unique()}`,
    callerOf: callerReader(defaultTokens),
    isRelay: isRelay(),
    operatorOf: callerReader(operatorTokens),
    wakeRelay: () => relay?.wake(),
  };
  return {
    handle: (request) =>
      (options.controls && new URL(request.url).pathname.startsWith('/__test/')
        ? control(parts, request, kept)
        : route(parts, request)
      )
        .catch((error: unknown) => troubleAnswer(error, onTrouble))
        .then(toResponse),
    relayTo: (origin, send) => {
      const inbox = { url: new URL(inboxPath, origin).href, token: relayToken, timeoutMs: leaseMs / 2 };
      const deliver = deliverTo(inbox, send);
      const { commands } = stores;
      const opened = openRelay({
        ...relaying,
        leaseMs,
        mostAttempts,
        commands,
        deliver,
        clock,
        chance,
        name: unique(),
        onTrouble,
      });
      relay = opened;
      return () => opened.close();
    },
    close: async () => {
      await relay?.close();
      clock.cancelTimers();
      await stores.close();
    },
  };
}

function isRelay(): CommandParts['isRelay'] {
  const read = callerReader({ [relayToken]: 'relay' });
  return (request) => read(request) !== undefined;
}

/** The clock as a test control has moved it; how far is kept where the orders are. */
function keptClock(stores: OpenStores, clock: ReceiverClock) {
  let keeping = Promise.resolve();
  const place = {
    read: stores.movedMs,
    write: (ms: number): void => {
      keeping = stores.keepMoved(ms);
    },
  };
  return { clock: movableClock(clock, place), kept: () => keeping };
}

async function control(parts: CommandParts, request: Request, kept: () => Promise<void>): Promise<Answer> {
  const answer = await testControl(parts, request, new URL(request.url).pathname);
  await kept();
  parts.wakeRelay();
  return answer;
}

function troubleAnswer(error: unknown, onTrouble: (error: unknown) => void): Answer {
  if (error instanceof Refused) return problemAnswer(error.refusal);
  onTrouble(error);
  if (!isBusy(error) && !isOutOfReach(error))
    return problemAnswer(refusal('failed', 'The command API failed to answer.'));
  const detail = 'The database cannot be used at the moment; ask again with the same key.';
  return problemAnswer(refusal('busy', detail, { headers: { 'retry-after': '1' } }));
}
