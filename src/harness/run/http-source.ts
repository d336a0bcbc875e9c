import type { AdapterFile } from '../model/adapter-file.js';
import type { Adapter } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { HttpRequest, PreparedRequest, Wire } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import type { Need } from '../model/need.js';
import { startReceiver, type ChildReceiver } from '../control/child-receiver.js';
import { openDirectPlane } from '../wire/direct-plane.js';
import { openMswPlane } from '../wire/msw-plane.js';
import { openProxyPlane, proxyEffectKinds } from '../wire/proxy-plane.js';
import { endpointControls, hookOffers, type Endpoint } from './endpoint-controls.js';
import { endpointPresence } from './endpoint-presence.js';
import { mswOffers } from './in-process-source.js';
import { offsetClock } from './offset-clock.js';
import { systemClock } from './system-clock.js';
import { openPace, type Pace } from './pace.js';
import { textRedactor } from './redact.js';
import type { Target, TargetSource } from './target.js';
import { openTurns } from './turns.js';

const longestLookMs = 10_000;

/** The planes that reach an endpoint: a fault proxy before its sockets, or faults at the sender's own `fetch`. */
export const planes = ['proxy', 'msw'] as const;

/** One of the planes. */
export type Plane = (typeof planes)[number];

/** What the fault proxy can do to an exchange, as needs. */
const proxyOffers: readonly Need[] = [
  'wire:sockets',
  ...proxyEffectKinds.map((kind): Need => `wire:${kind}`),
];

/** What a plane can do to an exchange with an endpoint, as needs. */
export function planeOffers(plane: Plane): readonly Need[] {
  return plane === 'proxy' ? proxyOffers : mswOffers;
}

/** How an endpoint is reached, and what becomes of it. */
export interface HttpSourceOptions {
  readonly file: AdapterFile;
  /** The same file, speaking to a receiver that was started at this address. */
  readonly movedTo: (baseUrl: string) => AdapterFile;
  /** The folder of the adapter file, in which its commands are run. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly plane: Plane;
  /** The kit's own receiver: its clock can be moved at any time, and its records go with it. */
  readonly own: boolean;
}

/**
 * Opens a real endpoint over HTTP, and starts it first where the file says how.
 * Throws `TARGET_UNREACHABLE` when it does not answer; nothing has been written to it then.
 */
export async function openHttpSource(options: HttpSourceOptions): Promise<TargetSource> {
  const { folder, signal, plane, own } = options;
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
    offers: [...adapter.offers, ...planeOffers(plane), ...hookOffers(file)],
    plane: `${plane}, ${child === null ? 'receiver over HTTP' : 'receiver in a process of its own'}`,
    clockKind: 'real',
    skipsWaits: own,
    recordsOutlive: !own,
    open: () => Promise.resolve(openTarget(endpoint, pace, options)),
    ...(child === null ? {} : { output: () => clean(child.transcript()) }),
    cleanupNote: cleanupNote(adapter, child, own),
    end: async () => {
      await child?.stop();
    },
  };
}

function openTarget(endpoint: Endpoint, pace: Pace, { plane, own }: HttpSourceOptions): Target {
  const { file, clock, child, firstLook } = endpoint;
  const { adapter } = file;
  const wire = openPlane(plane, clock, adapter.origin);
  const turns = openTurns();
  const controls = endpointControls(endpoint, turns);
  return {
    adapter,
    wire,
    clock,
    pace,
    controls,
    presence: endpointPresence({ child, firstLook, turns, clean: textRedactor(adapter.secrets) }),
    pass: own
      ? async (ms) => controls.carryOut({ control: 'move-clock', ms: Math.ceil(ms) })
      : async (ms, signal) => clock.sleep(ms, signal),
    close: () => wire.close(),
  };
}

function openPlane(plane: Plane, clock: Clock, origin: string): Wire {
  return plane === 'proxy' ? openProxyPlane({ clock }) : openMswPlane({ clock, origin, local: null });
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
async function firstAnswer(adapter: Adapter, clock: Clock, firstLook: HttpRequest): Promise<void> {
  const wire = openDirectPlane({ clock });
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

function cleanupNote(adapter: Adapter, child: ChildReceiver | null, own: boolean): string {
  if (own) return 'the receiver ran in a process of its own, which has ended; its database is removed';
  if (child !== null)
    return 'the receiver was started for this run and is stopped; its data is where it keeps it';
  if (adapter.remove === null) return 'the adapter file has no delete: every record of this run remains';
  return 'records that remain carry a marker beginning with tw-';
}
