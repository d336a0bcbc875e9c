import { setMaxListeners } from 'node:events';
import type { Clock } from '../../model/clock.js';
import type { Burst, BurstExchanged, BurstRequest, BurstStrategy } from '../../model/exchange.js';
import { TimeLimitPassed } from '../loss.js';
import type { Route } from '../route.js';
import { connectionWay } from './connection-way.js';
import { releaseTogether } from './release-together.js';
import { streamWay } from './stream-way.js';
import type { HeldRequest, PreparedCourse, Way } from './way.js';

/** More than any scenario sends; each costs a connection. */
const mostRequests = 256;
/** How often a request is put on its way where the connection breaks before the release. */
const mostTurns = 3;
/** Until every request is with the receiver but for its last byte, in milliseconds. */
const longestHoldMs = 10_000;
const leastSettleMs = 10;
const mostSettleMs = 500;

/** A burst of the kit's own. */
export interface OpenBurst extends Burst {
  /** Ends what is under way, and resolves when no connection is left. */
  close(): Promise<void>;
}

interface Bursting {
  readonly clock: Clock;
  readonly ways: Readonly<Record<BurstStrategy, Way>>;
  readonly closing: AbortController;
}

/**
 * Requests that arrive together over real sockets. `plainHttp2` says that a target over plain HTTP speaks HTTP/2, which
 * nothing on the wire could tell.
 */
export function openBurst(
  options: Route & { readonly clock: Clock; readonly plainHttp2?: boolean },
): OpenBurst {
  const { clock, plainHttp2 = false } = options;
  if (clock.kind === 'virtual') {
    throw new Error('A burst was given a virtual clock, but sockets keep real time. Give it a real clock.');
  }
  const bursting: Bursting = {
    clock,
    ways: { connections: connectionWay(options), streams: streamWay({ ...options, plainHttp2 }) },
    closing: new AbortController(),
  };
  const { closing, ways } = bursting;
  return {
    exchange: async (requests, { timeoutMs, strategy }) => {
      if (closing.signal.aborted)
        throw new Error('The burst was closed before it was sent. Open another one.');
      return exchange(bursting, ways[strategy], requests, timeoutMs);
    },
    close: async () => {
      closing.abort(closedMeanwhile());
      await Promise.all(Object.values(ways).map((way) => way.close()));
    },
  };
}

async function exchange(
  bursting: Bursting,
  way: Way,
  requests: readonly BurstRequest[],
  timeoutMs: number,
): Promise<readonly BurstExchanged[]> {
  if (requests.length > mostRequests) {
    throw new Error(`A burst has at most ${mostRequests} requests, and ${requests.length} were given.`);
  }
  const prepared = requests.map((each) => way.prepare(each));
  const held = await holdAll(bursting, way, prepared, Math.min(timeoutMs, longestHoldMs));
  await releaseTogether(held);
  await allEnded(bursting, held, timeoutMs);
  return reports(held);
}

/** Puts every request on its way but for its last byte, and those again whose connections broke meanwhile. */
async function holdAll(
  { clock, closing }: Bursting,
  way: Way,
  prepared: readonly PreparedCourse[],
  withinMs: number,
): Promise<readonly HeldRequest[]> {
  const limit = new AbortController();
  const disarm = clock.at(withinMs, () => limit.abort(notHeld(withinMs)));
  const signal = AbortSignal.any([limit.signal, closing.signal]);
  // Each request listens to it, so there are many where Node would suspect a leak.
  setMaxListeners(0, signal);
  const holdAgain = async (each: PreparedCourse, before: HeldRequest | undefined): Promise<HeldRequest> =>
    before === undefined || isBroken(before) ? each.hold(signal) : before;
  let held: readonly HeldRequest[] = [];
  try {
    for (let turn = 1; ; turn += 1) {
      const before = held;
      held = await Promise.all(prepared.map(async (each, index) => holdAgain(each, before[index])));
      // What is being closed is not waited for.
      await clock.sleep(settleMs(way), closing.signal).catch(() => undefined);
      if (turn >= mostTurns || signal.aborted || !held.some(isBroken)) return held;
    }
  } finally {
    disarm();
  }
}

/** Twice the way there and back: what filled the window of a connection has arrived, and a refusal has come back. */
function settleMs(way: Way): number {
  return Math.min(mostSettleMs, leastSettleMs + 2 * way.roundTripMs());
}

/** Whether it was lost before its release; an answer that came too early is an answer. */
function isBroken({ course }: HeldRequest): boolean {
  return course.answer?.kind === 'lost';
}

/** In the words of undici, so that it counts as a connection that was not made in time. */
function notHeld(withinMs: number): Error {
  const message = `not all of the request could be held ready within ${withinMs} ms`;
  return Object.assign(new Error(message), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}

async function allEnded(
  { clock, closing }: Bursting,
  held: readonly HeldRequest[],
  timeoutMs: number,
): Promise<void> {
  const endAll = (error: Error): void => {
    for (const { course } of held) course.break(error);
  };
  const callOff = (): void => endAll(closedMeanwhile());
  const disarm = clock.at(timeoutMs, () => endAll(new TimeLimitPassed(timeoutMs)));
  closing.signal.addEventListener('abort', callOff);
  if (closing.signal.aborted) callOff();
  try {
    await Promise.all(held.map(({ course }) => course.ended));
  } finally {
    disarm();
    closing.signal.removeEventListener('abort', callOff);
  }
}

function closedMeanwhile(): Error {
  return new Error('the burst was closed');
}

function reports(held: readonly HeldRequest[]): readonly BurstExchanged[] {
  const released = held.flatMap(({ course }) => course.releasedMs ?? []);
  const fromFirst = (ms: number | null): number | null =>
    ms === null || released.length === 0 ? null : ms - Math.min(...released);
  return held.map(({ course }) => {
    const { answer, delivered, beganMs, releasedMs, answeredMs, endedMs } = course;
    if (answer === null) throw new Error('A burst waits until each of its requests is answered or lost.');
    return {
      answer,
      delivered,
      applied: [],
      hidden: [],
      ms: endedMs - beganMs,
      releasedMs: fromFirst(releasedMs),
      answeredMs: fromFirst(answeredMs),
    };
  });
}
