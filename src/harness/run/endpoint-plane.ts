import type { Burst, Wire } from '../model/exchange.js';
import type { Clock } from '../model/clock.js';
import type { Need } from '../model/need.js';
import { openBurst } from '../wire/burst/open-burst.js';
import { speaksHttp2 } from '../wire/burst/speaks-http2.js';
import { openMswPlane } from '../wire/msw-plane.js';
import { openProxyPlane, proxyEffectKinds } from '../wire/proxy-plane.js';
import { mswOffers } from './in-process-source.js';

/** The planes that reach an endpoint: a fault proxy before its sockets, or faults at the sender's own `fetch`. */
export const planes = ['proxy', 'msw'] as const;

/** One of the planes. */
export type Plane = (typeof planes)[number];

const proxyOffers: readonly Need[] = [
  'wire:sockets',
  'burst',
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
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): Promise<readonly Need[]> {
  const secure = plane === 'proxy' && origin.startsWith('https:');
  const probe = { ca: undefined, plainHttp2: false, clock, timeoutMs: longestProbeMs };
  const streams = secure && (await speaksHttp2(origin, probe));
  return streams ? [...planeOffers(plane), 'burst:streams'] : planeOffers(plane);
}

/** What one requirement's exchanges with an endpoint are made over. */
export interface EndpointPlane {
  readonly wire: Wire;
  readonly burst?: Burst;
  close(): Promise<void>;
}

/** Opens a plane towards an endpoint; a burst goes past the proxy, since nothing is to befall it. */
export function openEndpointPlane(
  plane: Plane,
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): EndpointPlane {
  if (plane === 'msw') {
    const wire = openMswPlane({ clock, origin, local: null });
    return { wire, close: async () => wire.close() };
  }
  const wire = openProxyPlane({ clock });
  const burst = openBurst({ clock });
  return {
    wire,
    burst,
    close: async () => {
      await burst.close();
      await wire.close();
    },
  };
}
