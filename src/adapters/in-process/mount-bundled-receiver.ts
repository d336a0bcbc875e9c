import {
  memoryDatabases,
  openReceiver,
  type Dialect,
  type LentDatabase,
  type Receiver,
  type ReceiverClock,
} from '../../../reference-receiver/index.js';
import type { MountedReceiver } from '../../harness/model/mounted-receiver.js';
import type { Control } from '../../harness/model/step.js';

/** The address that the bundled contract names; requests to it never leave the process. */
export const bundledOrigin = 'http://twiceshy.invalid';

/** Which receiver is mounted. */
interface Which {
  readonly flaw: string | null;
  readonly dialect?: Dialect;
}

/** Whose time and chance it has. */
interface Place {
  readonly clock: ReceiverClock;
  readonly chance: () => number;
}

/**
 * Mounts the bundled receiver on a database that is as new, with a flaw where one is named, and in a dialect where one is
 * given.
 */
export function mountBundledReceiver(which: Which): (place: Place) => MountedReceiver {
  const lend = memoryDatabases();
  return (place) => mountedOn(lend(), place, which);
}

function mountedOn(
  { database, giveBack }: LentDatabase,
  { clock, chance }: Place,
  { flaw, dialect }: Which,
): MountedReceiver {
  const open = (): Receiver =>
    openReceiver({
      file: database,
      clock,
      chance,
      controls: true,
      ...(flaw === null ? {} : { flaw }),
      ...(dialect === undefined ? {} : { dialect }),
    });
  let receiver = open();
  const restart = (): void => {
    receiver.close();
    receiver = open();
  };
  const ask = async (path: string, body: object): Promise<void> => {
    const request = new Request(`${bundledOrigin}/__test/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await receiver.handle(request);
    if (!answer.ok) throw new Error(`The bundled receiver refused the control ${path}: ${answer.status}.`);
  };
  return {
    handle: (request, context) => receiver.handle(request, context),
    offers: ['move-clock', 'slow', 'fail-next', 'throttle-next', 'restart'],
    carryOut: (control) => carryOut(control, clock, { ask, restart }),
    close: () => {
      receiver.close();
      giveBack();
    },
  };
}

/** Time is shared with the sender in process, so that moving it moves both; the rest is asked of the receiver. */
async function carryOut(
  control: Control,
  clock: ReceiverClock,
  {
    ask,
    restart,
  }: { readonly ask: (path: string, body: object) => Promise<void>; readonly restart: () => void },
): Promise<void> {
  switch (control.control) {
    case 'move-clock':
      return clock.sleep(control.ms);
    case 'slow':
      return ask('slow', { ms: control.ms });
    case 'fail-next':
      return ask('fail-next', { at: control.at, status: 500, times: 1 });
    case 'throttle-next':
      return ask('throttle-next', { times: 1, retry_after_s: control.retryAfterS });
    case 'restart':
      // As orderly as the end of a process: what is left afterwards is what was committed.
      return restart();
    case 'kill':
      throw new Error('A receiver in process cannot be killed.');
  }
}
