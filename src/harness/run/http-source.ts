import type { AdapterFile } from '../model/adapter-file.js';
import type { Adapter } from '../model/adapter.js';
import type { PreparedRequest } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import type { Need } from '../model/need.js';
import type { Control } from '../model/step.js';
import { startReceiver, type ChildReceiver } from '../control/child-receiver.js';
import { openMswPlane } from '../wire/msw-plane.js';
import { mswOffers } from './in-process-source.js';
import { offsetClock, type OffsetClock } from './offset-clock.js';
import { systemClock } from './system-clock.js';
import type { Cleanup, Target, TargetSource } from './target.js';

const controlTimeoutMs = 10_000;

/** The controls that a hook can be for, as needs. */
const hookable = [
  { control: 'move-clock', ms: 0 },
  { control: 'slow', ms: 0 },
  { control: 'fail-next', at: 'before' },
  { control: 'throttle-next', retryAfterS: 1 },
] as const satisfies readonly Control[];

/** The controls of a file that can be asked for by a request. */
export function hookOffers({ control }: AdapterFile): readonly Need[] {
  return hookable.filter((each) => (control?.request(each) ?? null) !== null).map((each) => each.control);
}

/**
 * Opens a real endpoint over HTTP, and starts it first where the file says how.
 * Throws `TARGET_UNREACHABLE` when it does not answer; nothing has been written to it then.
 */
export async function openHttpSource(options: {
  readonly file: AdapterFile;
  /** The same file, speaking to a receiver that was started at this address. */
  readonly movedTo: (baseUrl: string) => AdapterFile;
  readonly signal: AbortSignal;
}): Promise<TargetSource> {
  const process = options.file.control?.process ?? null;
  const child = process === null ? null : await startReceiver(process, options.signal);
  const file = child === null ? options.file : options.movedTo(child.url);
  const { adapter } = file;
  const clock = offsetClock(systemClock);
  try {
    await firstAnswer(adapter, clock);
  } catch (error) {
    await child?.stop();
    throw error;
  }
  return {
    adapter,
    offers: [...adapter.offers, ...mswOffers, ...hookOffers(file)],
    plane: 'msw, receiver over HTTP',
    clockKind: 'real',
    open: () => Promise.resolve(openTarget(file, clock)),
    cleanup: (): Cleanup => ({ attempted: 0, remaining: 0, note: cleanupNote(adapter, child) }),
    end: async () => {
      await child?.stop();
    },
  };
}

function openTarget(file: AdapterFile, clock: OffsetClock): Target {
  const { adapter } = file;
  const wire = openMswPlane({ clock, origin: adapter.origin, local: null });
  return {
    adapter,
    wire,
    clock,
    controls: { offers: hookOffers(file), carryOut: (control) => askHook(file, clock, control) },
    close: () => wire.close(),
  };
}

/** One harmless read, so that a target that is not there is told from one that misbehaves. */
async function firstAnswer(adapter: Adapter, clock: OffsetClock): Promise<void> {
  const request: PreparedRequest = adapter.observe?.request('twiceshy-first-look', null) ?? {
    method: 'GET',
    path: '/',
    headers: [],
    body: null,
  };
  const wire = openMswPlane({ clock, origin: adapter.origin, local: null });
  try {
    const made = await wire.exchange(adapter.address(request, 'main'), {
      id: 'first-look',
      effects: [],
      timeoutMs: Math.min(adapter.contract.limits.timeoutMs, controlTimeoutMs),
      connection: 'warm',
    });
    if (made.answer.kind === 'answered') return;
    throw new KitError('TARGET_UNREACHABLE', {
      happened: `${adapter.origin} did not answer: ${made.answer.how} (${made.answer.detail}).`,
      expected: 'any HTTP answer to one read',
      next: 'check target.base_url and that the receiver runs; nothing was written',
    });
  } finally {
    await wire.close();
  }
}

async function askHook(file: AdapterFile, clock: OffsetClock, control: Control): Promise<void> {
  const hook = file.control?.request(control) ?? null;
  if (hook === null) throw new Error(`The target offers no control ${control.control}.`);
  const answer = await fetch(hook.url, {
    method: hook.method,
    headers: hook.headers.map(([name, value]): [string, string] => [name, value]),
    body: hook.body,
    signal: AbortSignal.timeout(controlTimeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The control ${control.control} was answered ${answer.status}.`);
  if (control.control === 'move-clock') clock.move(control.ms);
}

function cleanupNote(adapter: Adapter, child: ChildReceiver | null): string {
  if (child !== null)
    return 'the receiver was started for this run and is stopped; its data is where it keeps it';
  if (adapter.remove === null) return 'the adapter file has no delete: every record of this run remains';
  return 'records that could not be deleted carry a marker beginning with tw-';
}
