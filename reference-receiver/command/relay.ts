import type { ReceiverClock } from '../clock.js';
import type { Deliver, Delivered } from './deliver.js';
import type { ClaimedEvent, CommandStore, DeliveryEnd } from './store/command-store.js';

/** How a relay works. */
export interface RelayOptions {
  readonly commands: Pick<CommandStore, 'claim' | 'settle'>;
  readonly deliver: Deliver;
  readonly clock: ReceiverClock;
  /** Numbers from 0 to 1, by which retries are spread. */
  readonly chance: () => number;
  /** By which an operator finds it; no two need differ. */
  readonly name: string;
  /** Events at once; each is delivered side by side with the others. */
  readonly batch: number;
  /** Longer than any delivery takes, as nobody renews it, in milliseconds. */
  readonly leaseMs: number;
  /** Deliveries after which an event is left to people. */
  readonly mostAttempts: number;
  /** How long it rests where nothing wakes it, in milliseconds: other processes write events too. */
  readonly restMs: number;
  /** Told of what its store throws; it goes on afterwards. */
  readonly onTrouble: (error: unknown) => void;
}

/** Delivers events until it is closed. */
export interface Relay {
  /** Tells it that there is something to deliver. */
  wake(): void;
  /** Takes no more, and resolves once what it holds is settled. */
  close(): Promise<void>;
}

const backOff = { baseMs: 50, mostMs: 30_000 };

/** Starts a relay. Events of any order are delivered, and some of them twice: versions and inbox are for that. */
export function openRelay(options: RelayOptions): Relay {
  const { clock, restMs, onTrouble } = options;
  const closing = new AbortController();
  let isWoken = false;
  let endRest = (): void => undefined;
  const wake = (): void => {
    isWoken = true;
    endRest();
  };
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken || closing.signal.aborted) {
        resolve();
        return;
      }
      const cancel = clock.at(ms, resolve);
      endRest = () => {
        cancel();
        resolve();
      };
    });
  const work = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      isWoken = false;
      const nextInMs = await relayOnce(options).catch((error: unknown) => {
        onTrouble(error);
        return restMs;
      });
      if (nextInMs > 0) await rest(Math.min(nextInMs, restMs));
    }
  };
  const ended = work();
  return {
    wake,
    close: () => {
      closing.abort();
      wake();
      return ended;
    },
  };
}

/** Delivers what is due, up to one batch. Resolves to the milliseconds until there may be more; 0 where there may be now. */
export async function relayOnce(options: Omit<RelayOptions, 'restMs' | 'onTrouble'>): Promise<number> {
  const { commands, name, batch, leaseMs } = options;
  const { events, nextInMs } = await commands.claim({ relay: name, most: batch, leaseMs });
  // No transaction is open here: the ERP may take its time.
  const ends = await Promise.allSettled(events.map((event) => relayEvent(options, event)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return events.length > 0 ? 0 : (nextInMs ?? Number.POSITIVE_INFINITY);
}

async function relayEvent(
  options: Omit<RelayOptions, 'restMs' | 'onTrouble'>,
  event: ClaimedEvent,
): Promise<void> {
  const delivered = await options.deliver(event);
  await options.commands.settle(event, endOf(options, event, delivered));
}

function endOf(
  { mostAttempts, chance }: Pick<RelayOptions, 'mostAttempts' | 'chance'>,
  { attempts }: ClaimedEvent,
  delivered: Delivered,
): DeliveryEnd {
  switch (delivered.kind) {
    case 'acknowledged':
      return { kind: 'delivered', externalReference: delivered.externalReference };
    case 'refused':
      return { kind: 'quarantined', why: delivered.why };
    case 'unclear': {
      const { why } = delivered;
      if (attempts >= mostAttempts) return { kind: 'given-up', why };
      const most = Math.min(backOff.mostMs, backOff.baseMs * 2 ** Math.min(attempts, 20));
      return { kind: 'again', why, afterMs: Math.ceil(Math.max(delivered.retryAfterMs, chance() * most)) };
    }
  }
}
