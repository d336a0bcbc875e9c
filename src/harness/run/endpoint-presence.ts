import { setTimeout as after } from 'node:timers/promises';
import type { ChildReceiver } from '../control/child-receiver.js';
import type { HttpRequest } from '../model/exchange.js';
import type { PlainFetch } from '../wire/plain-fetch.js';
import type { Presence, Sighting } from './presence.js';
import { lastWords } from './target-gone.js';
import type { Turns } from './turns.js';

/** Pauses before each look, in milliseconds; about three seconds in all. */
const pausesMs = [0, 50, 100, 200, 400, 800, 1_600];
const longestLookMs = 10_000;
const mostStarts = 2;

/** What a presence is made from. */
interface Looked {
  /** The receiver's process, where the kit has started it. */
  readonly child: ChildReceiver | null;
  /** A harmless read, which any answer is good enough for; it is written into no history. */
  readonly firstLook: HttpRequest;
  /** How it is asked. */
  readonly fetch: PlainFetch;
  /** Takes secrets out of what the process printed. */
  readonly clean: (text: string) => string;
  /** Shared with the controls: what they have killed or restarted is not missed. */
  readonly turns: Turns;
}

/**
 * Whether a real endpoint is still there, during one requirement. Gone is what refuses or breaks every connection for
 * about three seconds; slow, throttling and failing receivers are there. A process that the kit has started, and that
 * ended by itself or answers nobody, is started again, twice in one requirement: what it does not survive is a finding,
 * and the rest can be tried. The third time, or where it does not start, it is gone for good.
 */
export function endpointPresence(looked: Looked): Presence {
  const { child, turns } = looked;
  const state = { starts: 0 };
  return {
    hasFallen: () => (child?.fallen() ?? null) !== null,
    look: async (signal) => turns.take(async () => look(looked, state, signal)),
  };
}

async function look(looked: Looked, state: { starts: number }, signal: AbortSignal): Promise<Sighting> {
  const { child, firstLook, fetch } = looked;
  for (const pauseMs of pausesMs) {
    await after(pauseMs, undefined, { signal });
    const fallen = child?.fallen() ?? null;
    if (child !== null && fallen !== null)
      return startedAgain(child, looked, state, `its process ended by itself (${fallen})`);
    if (await answers(firstLook, fetch)) return { kind: 'there' };
  }
  const why = 'it refused or broke every connection for some seconds';
  return child === null ? { kind: 'gone', why, output: null } : startedAgain(child, looked, state, why);
}

async function startedAgain(
  child: ChildReceiver,
  { clean }: Looked,
  state: { starts: number },
  why: string,
): Promise<Sighting> {
  // What is left of it has to be gone before its last words are whole and its port is free.
  await child.stop();
  const output = lastWords(clean(child.output()));
  if (state.starts >= mostStarts) {
    return { kind: 'gone', why: `${why}, having been started again ${mostStarts} times already`, output };
  }
  state.starts += 1;
  try {
    await child.startAgain('killed');
    return { kind: 'started-again', why, output };
  } catch {
    return { kind: 'gone', why: `${why} and did not start again`, output };
  }
}

/** True where somebody answers, however badly, or takes the connection and is slow. */
async function answers(firstLook: HttpRequest, fetch: PlainFetch): Promise<boolean> {
  const { answer, delivered } = await fetch(firstLook, longestLookMs);
  return (
    answer.kind === 'answered' || answer.how === 'cut' || (answer.how === 'timeout' && delivered !== 'none')
  );
}
