import { Client } from 'pg';
import type { Clock } from '../../../model/clock.js';
import type { PostgresAddress } from './address.js';
import { connectionConfig } from './connections.js';

const shortestAgainMs = 100;
const longestAgainMs = 5_000;

/** Hears that something has become due, from whichever process made it so. */
export interface Notices {
  /** How many were heard so far. */
  readonly count: () => number;
  /** Resolves once another was heard than `since`, after `ms`, or when the signal is aborted. */
  readonly next: (since: number, ms: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The channel on which a ledger's writers say that something has become due. */
export function channelOf({ schema }: Pick<PostgresAddress, 'schema'>): string {
  return `${schema}_outbox`;
}

/**
 * Listens over a connection of its own, which is opened with the first wait and comes back by itself. What was said
 * while it was away was not heard: whoever waits looks again from time to time.
 */
export function openNotices(address: PostgresAddress, clock: Clock): Notices {
  let heard = 0;
  let listener: Client | null = null;
  let againMs = shortestAgainMs;
  let isClosed = false;
  let takeBack = (): void => undefined;
  const waiting = new Set<() => void>();
  const hear = (): void => {
    heard += 1;
    for (const wake of waiting) wake();
  };
  const listen = async (): Promise<void> => {
    const client = new Client(connectionConfig(address));
    listener = client;
    client.on('notification', hear);
    client.on('error', () => undefined);
    client.once('end', () => lose(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${channelOf(address)}`);
      againMs = shortestAgainMs;
      hear();
    } catch {
      await client.end().catch(() => undefined);
      lose(client);
    }
  };
  const lose = (client: Client): void => {
    if (listener !== client || isClosed) return;
    takeBack();
    takeBack = clock.at(againMs, () => void listen());
    againMs = Math.min(longestAgainMs, againMs * 2);
  };
  return {
    count: () => heard,
    async next(since, ms, signal) {
      if (listener === null && !isClosed) void listen();
      if (heard !== since || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          cancel();
          resolve();
        };
        const cancel = clock.at(ms, wake);
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
    async close() {
      isClosed = true;
      takeBack();
      for (const wake of waiting) wake();
      await listener?.end().catch(() => undefined);
    },
  };
}
