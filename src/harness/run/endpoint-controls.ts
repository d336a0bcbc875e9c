import { setTimeout as after } from 'node:timers/promises';
import type { ChildPlace, ChildReceiver } from '../control/child-receiver.js';
import { runCommand } from '../control/run-command.js';
import type { AdapterFile } from '../model/adapter-file.js';
import type { HttpRequest } from '../model/exchange.js';
import type { Need } from '../model/need.js';
import type { Control } from '../model/step.js';
import type { PlainFetch } from '../wire/plain-fetch.js';
import type { OffsetClock } from './offset-clock.js';
import type { Controls } from './target.js';
import { lastWords, TargetGone } from './target-gone.js';
import { openTurns, type Turns } from './turns.js';

const hookTimeoutMs = 10_000;
const longestRestartMs = 30_000;
const betweenLooksMs = 50;

/** The controls that only a hook can be for, as needs; restart and kill are offered by the adapter itself. */
const hookable = [
  { control: 'move-clock', ms: 0 },
  { control: 'slow', ms: 0 },
  { control: 'fail-next', at: 'before' },
  { control: 'throttle-next', retryAfterS: 1 },
] as const satisfies readonly Control[];

/** A real endpoint, as far as it can be asked for more than exchanges. */
export interface Endpoint {
  readonly file: AdapterFile;
  readonly clock: OffsetClock;
  /** The receiver's process, where the kit has started it. */
  readonly child: ChildReceiver | null;
  readonly place: ChildPlace;
  /** A harmless read, by which a receiver that was restarted shows that it is back. */
  readonly firstLook: HttpRequest;
  /** How looks and hooks are asked. */
  readonly fetch: PlainFetch;
}

/** The controls of a file that it has a hook for. */
export function hookOffers({ control }: AdapterFile): readonly Need[] {
  return hookable.filter((each) => (control?.hook(each) ?? null) !== null).map((each) => each.control);
}

/** What can be asked of a real endpoint, one at a time: its hooks, and its process where the kit owns it. */
export function endpointControls(endpoint: Endpoint, turns: Turns = openTurns()): Controls {
  return {
    offers: hookOffers(endpoint.file),
    carryOut: async (control) => turns.take(async () => carryOut(endpoint, control)),
  };
}

async function carryOut(endpoint: Endpoint, control: Control): Promise<void> {
  const { clock, child } = endpoint;
  switch (control.control) {
    case 'kill':
      return child === null ? endAndAwait(endpoint, control) : startAgain(child, endpoint.place, 'killed');
    case 'restart':
      return child === null ? endAndAwait(endpoint, control) : startAgain(child, endpoint.place, 'orderly');
    case 'move-clock':
      await carryOutHook(endpoint, control);
      clock.move(control.ms);
      return;
    case 'slow':
    case 'fail-next':
    case 'throttle-next':
      return carryOutHook(endpoint, control);
  }
}

/** A receiver that does not come back from this is gone for good: nothing more can be tried on it. */
async function startAgain(
  child: ChildReceiver,
  { clean }: ChildPlace,
  end: 'orderly' | 'killed',
): Promise<void> {
  try {
    await child.startAgain(end);
  } catch {
    const output = clean?.(child.transcript()) ?? '';
    const how = end === 'killed' ? 'killed by the kit' : 'stopped by the kit';
    throw new TargetGone(`its process was ${how} and did not start again`, lastWords(output));
  }
}

/** Has somebody else's receiver restarted or killed, and waits until it answers again. */
async function endAndAwait(endpoint: Endpoint, control: Control): Promise<void> {
  const { place, firstLook, fetch } = endpoint;
  await carryOutHook(endpoint, control);
  for (let waited = 0; waited < longestRestartMs; waited += betweenLooksMs) {
    place.signal.throwIfAborted();
    const { answer } = await fetch(firstLook, hookTimeoutMs);
    if (answer.kind === 'answered' && answer.status < 500) return;
    await after(betweenLooksMs);
  }
  const ended = control.control === 'kill' ? 'killed' : 'restarted';
  throw new TargetGone(`it did not answer ${longestRestartMs / 1000} s after it was ${ended}`, null);
}

async function carryOutHook({ file, place, fetch }: Endpoint, control: Control): Promise<void> {
  const hook = file.control?.hook(control) ?? null;
  if (hook === null) throw new Error(`The target offers no control ${control.control}.`);
  if (hook.by === 'command') return runCommand(hook.command, place);
  const { answer } = await fetch(hook.request, hookTimeoutMs);
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return;
  // Whoever is killed by a request may not live to answer it.
  if (answer.kind === 'lost' && control.control === 'kill') return;
  const met = answer.kind === 'answered' ? `answered ${answer.status}` : `not answered: ${answer.detail}`;
  throw new Error(`The control ${control.control} was ${met}.`);
}
