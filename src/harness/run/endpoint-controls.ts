import { setTimeout as after } from 'node:timers/promises';
import type { ChildPlace, ChildReceiver } from '../control/child-receiver.js';
import { runCommand } from '../control/run-command.js';
import type { AdapterFile } from '../model/adapter-file.js';
import type { HttpRequest } from '../model/exchange.js';
import type { Need } from '../model/need.js';
import type { Control } from '../model/step.js';
import type { OffsetClock } from './offset-clock.js';
import type { Controls } from './target.js';

const hookTimeoutMs = 10_000;
const longestRestartMs = 30_000;
const betweenLooksMs = 50;

/** The controls that a hook can be for, as needs; restart is offered by the adapter itself. */
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
}

/** The controls of a file that can be asked for by a request. */
export function hookOffers({ control }: AdapterFile): readonly Need[] {
  return hookable.filter((each) => (control?.request(each) ?? null) !== null).map((each) => each.control);
}

/** What can be asked of a real endpoint: its hooks, and its process where the kit owns it. */
export function endpointControls(endpoint: Endpoint): Controls {
  return { offers: hookOffers(endpoint.file), carryOut: (control) => carryOut(endpoint, control) };
}

async function carryOut(endpoint: Endpoint, control: Control): Promise<void> {
  const { file, clock, child } = endpoint;
  switch (control.control) {
    case 'kill':
      if (child === null) throw new Error('Only a receiver that the kit has started can be killed.');
      return child.startAgain('killed');
    case 'restart':
      return child === null ? restart(endpoint) : child.startAgain('orderly');
    case 'move-clock':
      await askHook(file, control);
      clock.move(control.ms);
      return;
    case 'slow':
    case 'fail-next':
    case 'throttle-next':
      return askHook(file, control);
  }
}

/** Has somebody else's receiver restarted, and waits until it answers again. */
async function restart({ file, place, firstLook }: Endpoint): Promise<void> {
  const command = file.control?.restartCommand ?? null;
  await (command === null ? askHook(file, { control: 'restart' }) : runCommand(command, place));
  for (let waited = 0; waited < longestRestartMs; waited += betweenLooksMs) {
    place.signal.throwIfAborted();
    const answer = await asked(firstLook).catch(() => null);
    if (answer !== null && answer.status < 500) return;
    await after(betweenLooksMs);
  }
  throw new Error(`The receiver did not answer ${longestRestartMs / 1000} s after its restart.`);
}

async function askHook(file: AdapterFile, control: Control): Promise<void> {
  const hook = file.control?.request(control) ?? null;
  if (hook === null) throw new Error(`The target offers no control ${control.control}.`);
  const answer = await asked(hook);
  if (!answer.ok) throw new Error(`The control ${control.control} was answered ${answer.status}.`);
}

async function asked({ url, method, headers, body }: HttpRequest): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    // A redirect could lead to a host that nobody named.
    redirect: 'manual',
    signal: AbortSignal.timeout(hookTimeoutMs),
  });
  // Read, not cancelled: the plane has split the body for its listeners, and half of it cannot be cancelled alone.
  await answer.arrayBuffer();
  return answer;
}
