import type { Socket } from 'node:net';
import type { Clock } from '../../model/clock.js';
import type { WireEffect } from '../../model/exchange.js';
import { Armoury } from './armoury.js';
import { Conversation } from './conversation.js';
import { HeldBytes } from './held-bytes.js';
import { HeldRequests } from './held-requests.js';
import type { JournalEntry } from './journal-entry.js';
import { standardLimits, type ProxyLimits } from './limits.js';
import { openListener, type Listener } from './listener.js';
import type { ProxyContext } from './proxy-context.js';
import type { TargetAddress } from './target-line.js';

const lookEveryMs = 1_000;

/** A byte-stream proxy between senders on loopback and one target. */
export interface FaultProxy {
  readonly port: number;
  /** Lets effects befall an exchange: by its correlation id, or by its number in the order of arrival, from 1. */
  arm(exchange: string | number, effects: readonly WireEffect[]): void;
  /** Lets effects befall every exchange. */
  armEvery(effects: readonly WireEffect[]): void;
  /** Takes back what waits for an exchange that did not come. */
  disarm(exchange: string): void;
  /** Lets a held request arrive now; false if none of that id or number is held. */
  release(exchange: string | number): boolean;
  /** Takes no connections for so long, and closes those that are idle. */
  shut(ms: number): void;
  /** Connections of senders that are open, ever were taken, and were more than are allowed. */
  connections(): { readonly open: number; readonly taken: number; readonly turnedAway: number };
  /** Ends everything at once, held requests too. */
  close(): Promise<void>;
}

/** What a proxy stands before, and who is told. */
export interface FaultProxyOptions {
  readonly target: TargetAddress;
  readonly clock: Clock;
  /** 0 takes any free port. */
  readonly port?: number;
  readonly limits?: Partial<ProxyLimits>;
  /** Told of every exchange once, when it is over. */
  readonly ended: (entry: JournalEntry) => void;
  /** Told when a request is held, and will arrive later. */
  readonly held?: (entry: JournalEntry) => void;
  /** Told when a sender has gone whose request is still held. */
  readonly parted?: (entry: JournalEntry) => void;
  /** Told of what the proxy itself did wrong. */
  readonly failed: (error: unknown) => void;
}

/** Opens a proxy on loopback; it re-issues nothing, and passes bytes on as they come where no effect is armed. */
export async function openFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const limits: ProxyLimits = { ...standardLimits, ...options.limits };
  const conversations = new Set<Conversation>();
  const context = contextOf(options, limits);
  const { armoury, heldRequests } = context;
  const counts = { taken: 0, turnedAway: 0 };
  const listener = await openListener({
    port: options.port ?? 0,
    connections: limits.connections,
    taken: (socket: Socket) => {
      counts.taken += 1;
      conversations.add(
        new Conversation(socket, context, counts.taken, (gone) => conversations.delete(gone)),
      );
    },
    turnedAway: () => {
      counts.turnedAway += 1;
    },
  });
  const shutting = shutter(listener, options, conversations);
  const stopLooking = lookAfter([conversations, context.detached], options.clock);
  return {
    port: listener.port,
    arm: (exchange, effects) => armoury.arm(exchange, effects),
    armEvery: (effects) => armoury.armEvery(effects),
    disarm: (exchange) => armoury.disarm(exchange),
    release: (exchange) => heldRequests.release(exchange),
    shut: (ms) => shutting.shut(ms),
    connections: () => ({ open: conversations.size, ...counts }),
    async close() {
      stopLooking();
      heldRequests.close();
      for (const each of context.detached) each.end('proxy-closed');
      for (const each of conversations) each.close();
      for (const each of context.lines) each.close();
      await shutting.close();
    },
  };
}

function contextOf(options: FaultProxyOptions, limits: ProxyLimits): ProxyContext {
  const heldRequests = new HeldRequests(limits.heldRequests);
  let exchanges = 0;
  return {
    target: options.target,
    limits,
    clock: options.clock,
    armoury: new Armoury(limits.armed),
    heldBytes: new HeldBytes(limits.heldBytesInAll),
    heldRequests,
    detached: new Set(),
    lines: new Set(),
    nextOrdinal: () => (exchanges += 1),
    ended(entry) {
      options.ended(entry);
      if (entry.delivered !== 'none') heldRequests.arrived(entry.ordinal);
    },
    held: (entry) => options.held?.(entry),
    parted: (entry) => options.parted?.(entry),
    failed: options.failed,
  };
}

/** One timer for all connections: none of them needs its end to the millisecond. */
function lookAfter(all: readonly ReadonlySet<{ look(nowMs: number): void }>[], clock: Clock): () => void {
  let stop: () => void;
  const arm = (): void => {
    stop = clock.at(lookEveryMs, () => {
      for (const some of all) for (const each of some) each.look(clock.now());
      arm();
    });
  };
  arm();
  return () => stop();
}

function shutter(
  listener: Listener,
  { clock, failed }: FaultProxyOptions,
  conversations: ReadonlySet<Conversation>,
): { shut(ms: number): void; close(): Promise<void> } {
  let reopen = (): void => undefined;
  let opening: Promise<void> = Promise.resolve();
  return {
    shut(ms) {
      reopen();
      listener.shut();
      for (const each of conversations) each.closeIdle();
      reopen = clock.at(ms, () => {
        opening = listener.open().catch(failed);
      });
    },
    async close() {
      reopen();
      await opening;
      await listener.close();
    },
  };
}
