import type { Clock } from '../../model/clock.js';
import type { WireEffect } from '../../model/exchange.js';
import type { Route } from '../route.js';
import { openFaultProxy } from './fault-proxy.js';
import { newEntry, type JournalEntry } from './journal-entry.js';
import { targetAddress } from './target-address.js';

/** How long a port stays shut that refuses. */
const shutMs = 1_000;

/** A proxy for senders that know nothing of it. */
export interface ServedProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a proxy whose effects befall exchanges by their number, or all of them. `refuse` shuts the port for a
 * second when its exchange is due, which nobody can see coming, so it takes no number away from the others.
 * Rejects as `listen` does.
 */
export async function serveProxy(
  options: Route & {
    readonly target: string;
    readonly port: number;
    readonly effects: readonly { readonly effect: WireEffect; readonly ordinal: number | null }[];
    readonly clock: Clock;
    readonly ended: (entry: JournalEntry) => void;
    readonly failed: (error: unknown) => void;
  },
): Promise<ServedProxy> {
  const { clock, failed } = options;
  const refusals = options.effects
    .filter(({ effect }) => effect.kind === 'refuse')
    .map(({ ordinal }) => ordinal ?? 1)
    .toSorted((a, b) => a - b);
  let over = 0;
  const proxy = await openFaultProxy({
    target: targetAddress(options.target, options),
    clock,
    port: options.port,
    failed,
    ended(entry) {
      options.ended(entry);
      over += 1;
      refuseIfDue();
    },
  });
  const refuseIfDue = (): void => {
    if (refusals.length === 0 || (refusals[0] ?? 0) > over + 1) return;
    refusals.shift();
    proxy.shut(shutMs);
    options.ended(refusalEntry(clock.now()));
  };
  for (const { effect, ordinal } of options.effects) {
    if (effect.kind === 'refuse') continue;
    if (ordinal === null) proxy.armEvery([effect]);
    else proxy.arm(ordinal, [effect]);
  }
  refuseIfDue();
  return { url: `http://127.0.0.1:${proxy.port}`, close: () => proxy.close() };
}

function refusalEntry(nowMs: number): JournalEntry {
  const entry = newEntry({ ordinal: 0, connection: 0, reused: false, startedAtMs: nowMs });
  entry.endedAtMs = nowMs + shutMs;
  entry.applied = ['refuse'];
  entry.ending = 'broken-by-effect';
  entry.detail = `the port took no connections for ${shutMs} ms; who tried cannot be seen`;
  return entry;
}
