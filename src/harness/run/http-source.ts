import type { AdapterFile } from '../model/adapter-file.js';
import type { Adapter } from '../model/adapter.js';
import type { HttpRequest, PreparedRequest } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import { startReceiver, type ChildReceiver } from '../control/child-receiver.js';
import { openMswPlane } from '../wire/msw-plane.js';
import { endpointControls, hookOffers, type Endpoint } from './endpoint-controls.js';
import { endpointPresence } from './endpoint-presence.js';
import { mswOffers } from './in-process-source.js';
import { offsetClock, type OffsetClock } from './offset-clock.js';
import { systemClock } from './system-clock.js';
import { openPace, type Pace } from './pace.js';
import { textRedactor } from './redact.js';
import type { Target, TargetSource } from './target.js';
import { openTurns } from './turns.js';

const longestLookMs = 10_000;

/**
 * Opens a real endpoint over HTTP, and starts it first where the file says how.
 * Throws `TARGET_UNREACHABLE` when it does not answer; nothing has been written to it then.
 */
export async function openHttpSource(options: {
  readonly file: AdapterFile;
  /** The same file, speaking to a receiver that was started at this address. */
  readonly movedTo: (baseUrl: string) => AdapterFile;
  /** The folder of the adapter file, in which its commands are run. */
  readonly folder: string;
  readonly signal: AbortSignal;
}): Promise<TargetSource> {
  const { folder, signal } = options;
  const clean = textRedactor(options.file.adapter.secrets);
  const place = { folder, signal, clean };
  const process = options.file.control?.process ?? null;
  const child = process === null ? null : await startReceiver(process, place);
  const file = child === null ? options.file : options.movedTo(child.url);
  const { adapter } = file;
  const clock = offsetClock(systemClock);
  const firstLook = firstLookOf(adapter);
  try {
    await firstAnswer(adapter, clock, firstLook);
  } catch (error) {
    await child?.stop();
    throw error;
  }
  const pace = openPace(clock, adapter.contract.limits.perSecond);
  const endpoint: Endpoint = { file, clock, child, place, firstLook };
  return {
    adapter,
    offers: [...adapter.offers, ...mswOffers, ...hookOffers(file)],
    plane: 'msw, receiver over HTTP',
    clockKind: 'real',
    open: () => Promise.resolve(openTarget(endpoint, pace)),
    ...(child === null ? {} : { output: () => clean(child.transcript()) }),
    cleanupNote: cleanupNote(adapter, child),
    end: async () => {
      await child?.stop();
    },
  };
}

function openTarget(endpoint: Endpoint, pace: Pace): Target {
  const { file, clock, child, firstLook } = endpoint;
  const { adapter } = file;
  const wire = openMswPlane({ clock, origin: adapter.origin, local: null });
  const turns = openTurns();
  return {
    adapter,
    wire,
    clock,
    pace,
    controls: endpointControls(endpoint, turns),
    presence: endpointPresence({ child, firstLook, turns, clean: textRedactor(adapter.secrets) }),
    close: () => wire.close(),
  };
}

/** One harmless read: of the records of a marker that no run has. */
function firstLookOf(adapter: Adapter): HttpRequest {
  const request: PreparedRequest = adapter.observe?.request('twiceshy-first-look', null) ?? {
    method: 'GET',
    path: '/',
    headers: [],
    body: null,
  };
  return adapter.address(request, 'main');
}

/** Tells a target that is not there from one that misbehaves. */
async function firstAnswer(adapter: Adapter, clock: OffsetClock, firstLook: HttpRequest): Promise<void> {
  const wire = openMswPlane({ clock, origin: adapter.origin, local: null });
  try {
    const made = await wire.exchange(firstLook, {
      id: 'first-look',
      effects: [],
      timeoutMs: Math.min(adapter.contract.limits.timeoutMs, longestLookMs),
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

function cleanupNote(adapter: Adapter, child: ChildReceiver | null): string {
  if (child !== null)
    return 'the receiver was started for this run and is stopped; its data is where it keeps it';
  if (adapter.remove === null) return 'the adapter file has no delete: every record of this run remains';
  return 'records that remain carry a marker beginning with tw-';
}
