import type { AdapterFile } from '../model/adapter-file.js';
import type { Adapter } from '../model/adapter.js';
import type { HttpRequest, PreparedRequest, Wire } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import { startReceiver, type ChildReceiver } from '../control/child-receiver.js';
import type { ForwardProxy } from '../wire/forward-proxies.js';
import type { Route } from '../wire/route.js';
import { openDirectPlane } from '../wire/direct-plane.js';
import { openPlainFetch } from '../wire/plain-fetch.js';
import { endpointControls, hookOffers, type Endpoint } from './endpoint-controls.js';
import { endpointPresence } from './endpoint-presence.js';
import { endpointPlanes, planeOffersAt, type EndpointPlane, type Plane } from './endpoint-plane.js';
import { offsetClock } from './offset-clock.js';
import { systemClock } from './system-clock.js';
import { openPace } from './pace.js';
import { textRedactor } from './redact.js';
import { openSignIns, type SignIns } from './sign-ins.js';
import type { Target, TargetSource } from './target.js';
import { openTurns } from './turns.js';

const longestLookMs = 10_000;

/** How an endpoint is reached, and what becomes of it. */
export interface HttpSourceOptions extends Route {
  readonly file: AdapterFile;
  /** The same file, speaking to a receiver that was started at this address. */
  readonly movedTo: (baseUrl: string) => AdapterFile | Promise<AdapterFile>;
  /** The folder of the adapter file, in which its commands are run. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly plane: Plane;
  /** The kit's own receiver: its clock can be moved at any time, and its records go with it. */
  readonly own: boolean;
  /** The compiled file of a worker's process; the kit's own unless given. */
  readonly workerProgram?: string | undefined;
}

/**
 * Opens a real endpoint over HTTP, and starts it first where the file says how.
 * Throws `TARGET_UNREACHABLE` when it does not answer; nothing has been written to it then.
 */
export async function openHttpSource(options: HttpSourceOptions): Promise<TargetSource> {
  const { folder, signal, plane, own, ca, proxies } = options;
  const route = { ca, proxies };
  const clean = textRedactor([...options.file.adapter.secrets, ...(proxies?.secrets ?? [])]);
  const place = { folder, signal, clean };
  const process = options.file.control?.process ?? null;
  const child = process === null ? null : await startReceiver(process, place);
  const moved = child === null ? options.file : await movedTo(child, options);
  // Tokens join them as they are got.
  const secrets = [...moved.adapter.secrets, ...(proxies?.secrets ?? [])];
  const adapter: Adapter = { ...moved.adapter, secrets };
  const file = { ...moved, adapter };
  const clock = offsetClock(systemClock);
  const firstLook = firstLookOf(adapter);
  const direct = openDirectPlane({ clock, ...route });
  const plain = openPlainFetch(route);
  const signIns = openSignIns({ adapter, clock, wire: direct, secrets });
  let via: ForwardProxy | null;
  try {
    via = proxies?.of(adapter.origin) ?? null;
    await firstAnswer(adapter, direct, { firstLook, via });
    await signIns.ready('main', signal);
  } catch (error) {
    await direct.close();
    await plain.close();
    await child?.stop();
    throw error;
  }
  const planeOffered = await planeOffersAt(plane, { origin: adapter.origin, clock, ...route });
  // By the system's clock: a receiver's clock that is moved gives the receiver no rest.
  const pace = openPace(systemClock, adapter.contract.limits.perSecond);
  const endpoint: Endpoint = { file, clock, child, place, firstLook, fetch: plain.fetch };
  const shared = { pace, signIns };
  const reached = endpointPlanes(plane, {
    origin: adapter.origin,
    clock,
    workerProgram: options.workerProgram,
    ...route,
  });
  return {
    adapter,
    offers: [...adapter.offers, ...planeOffered, ...hookOffers(file)],
    plane: `${plane}, ${child === null ? 'receiver over HTTP' : 'receiver in a process of its own'}${
      via === null ? '' : `, through ${via.host}:${via.port}`
    }`,
    clockKind: 'real',
    skipsWaits: own,
    recordsOutlive: !own,
    open: async () => openTarget(endpoint, shared, { over: await reached.open(), own }),
    ...(child === null ? {} : { output: () => clean(child.transcript()) }),
    cleanupNote: cleanupNote(adapter, child, own),
    end: async () => {
      await reached.end();
      await direct.close();
      await plain.close();
      await child?.stop();
    },
  };
}

async function movedTo(child: ChildReceiver, options: HttpSourceOptions): Promise<AdapterFile> {
  try {
    return await options.movedTo(child.url);
  } catch (error) {
    await child.stop();
    throw error;
  }
}

function openTarget(
  endpoint: Endpoint,
  shared: Pick<Target, 'pace'> & { readonly signIns: SignIns },
  { over, own }: { readonly over: EndpointPlane; readonly own: boolean },
): Target {
  const { file, clock, child, firstLook, fetch } = endpoint;
  const { adapter } = file;
  const turns = openTurns();
  const controls = endpointControls(endpoint, turns);
  return {
    ...over,
    adapter,
    ...shared,
    clock,
    controls,
    presence: endpointPresence({ child, firstLook, fetch, turns, clean: textRedactor(adapter.secrets) }),
    pass: own
      ? async (ms) => controls.carryOut({ control: 'move-clock', ms: Math.ceil(ms) })
      : async (ms, signal) => clock.sleep(ms, signal),
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
async function firstAnswer(
  adapter: Adapter,
  wire: Wire,
  { firstLook, via }: { readonly firstLook: HttpRequest; readonly via: ForwardProxy | null },
): Promise<void> {
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
    next: `${via === null ? 'check target.base_url and that the receiver runs' : proxyAdvice(via)}; nothing was written`,
  });
}

/** Where a proxy stands between, it may be what does not answer. */
function proxyAdvice({ variable, authorization }: ForwardProxy): string {
  const credential = authorization === null ? 'it may ask for USER:PASSWORD@' : 'USER:PASSWORD@ is right';
  return `check that the proxy of ${variable} runs and lets this host through (${credential}), or name the host in NO_PROXY`;
}

function cleanupNote(adapter: Adapter, child: ChildReceiver | null, own: boolean): string {
  if (own) return 'the receiver ran in a process of its own, which has ended; its database is removed';
  if (child !== null)
    return 'the receiver was started for this run and is stopped; its data is where it keeps it';
  if (adapter.remove === null) return 'the adapter file has no delete: every record of this run remains';
  return 'records that remain carry a marker beginning with tw-';
}
