import type { Clock } from '../model/clock.js';
import type { Need } from '../model/need.js';
import { openWorkerProcesses } from '../sender/worker/worker-processes.js';
import { openBurst } from '../wire/burst/open-burst.js';
import { speaksHttp2 } from '../wire/burst/speaks-http2.js';
import type { Route } from '../wire/route.js';
import { openProxyPlane, proxyEffectKinds, type ProxyWire } from '../wire/proxy-plane.js';
import { mswOffers } from './in-process-source.js';
import type { Target } from './target.js';

/** The planes that reach an endpoint: a fault proxy before its sockets, or faults at the sender's own `fetch`. */
export const planes = ['proxy', 'msw'] as const;

/** One of the planes. */
export type Plane = (typeof planes)[number];

const proxyOffers: readonly Need[] = [
  'wire:sockets',
  'burst',
  'worker-process',
  ...proxyEffectKinds.map((kind): Need => `wire:${kind}`),
];

/** What a plane can do with an endpoint whatever the endpoint is, as needs. */
export function planeOffers(plane: Plane): readonly Need[] {
  return plane === 'proxy' ? proxyOffers : mswOffers;
}

const longestProbeMs = 5_000;

/** What a plane can do with this endpoint; asks it over TLS whether it speaks HTTP/2. */
export async function planeOffersAt(
  plane: Plane,
  { origin, clock, ...route }: Route & { readonly origin: string; readonly clock: Clock },
): Promise<readonly Need[]> {
  const secure = plane === 'proxy' && origin.startsWith('https:');
  const probe = { ...route, plainHttp2: false, clock, timeoutMs: longestProbeMs };
  const streams = secure && (await speaksHttp2(origin, probe));
  return streams ? [...planeOffers(plane), 'burst:streams'] : planeOffers(plane);
}

/** What one requirement's exchanges with an endpoint are made over. */
export type EndpointPlane = Pick<Target, 'wire' | 'burst' | 'workers' | 'close'>;

/** The planes of a whole run: one after another, each for one requirement. */
interface EndpointPlanes {
  /** Opens the next one; the one before is closed by then. */
  open(): Promise<EndpointPlane>;
  /** Ends what outlives a requirement. */
  end(): Promise<void>;
}

/** Planes towards an endpoint. A burst goes past the proxy, since nothing is to befall it. */
export function endpointPlanes(
  plane: Plane,
  about: Route & {
    readonly origin: string;
    readonly clock: Clock;
    readonly workerProgram?: string | undefined;
  },
): EndpointPlanes {
  const { origin, clock, ca, proxies } = about;
  const route = { ca, proxies };
  if (plane === 'msw') {
    const open = async (): Promise<EndpointPlane> => {
      // A quarter of a second to load, for which a run over sockets has no use.
      const { openMswPlane } = await import('../wire/msw-plane.js');
      const wire = openMswPlane({ clock, origin, local: null, ...route });
      return { wire, close: async () => wire.close() };
    };
    return { open, end: () => Promise.resolve() };
  }
  let current: ProxyWire | null = null;
  // Processes are slow to start, so they pass from one requirement to the next.
  const workers = openWorkerProcesses({
    clock,
    entry: about.workerProgram,
    wire: {
      lend: async (...asked) => {
        if (current === null) throw new Error('A worker lives on after its requirement.');
        return current.lend(...asked);
      },
    },
  });
  const open = (): Promise<EndpointPlane> => {
    const wire = openProxyPlane({ clock, ...route });
    const burst = openBurst({ clock, ...route });
    current = wire;
    const close = async (): Promise<void> => {
      current = null;
      await burst.close();
      await wire.close();
    };
    return Promise.resolve({ wire, burst, workers, close });
  };
  return { open, end: async () => workers.close() };
}
