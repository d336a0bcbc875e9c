import type { Adapter } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { MountedReceiver } from '../model/mounted-receiver.js';
import type { Random } from '../model/random.js';
import type { Need } from '../model/need.js';
import type { Wire } from '../model/exchange.js';
import { openMountedPlane } from '../wire/mounted-plane.js';
import type { LocalReceiver } from '../wire/near-receiver.js';
import { unpaced } from './pace.js';
import type { TargetSource } from './target.js';
import { virtualClock } from './virtual-clock.js';

const startOfTime = Date.UTC(2026, 0, 1);

/** What msw-plane can do to an exchange, as needs. */
export const mswOffers: readonly Need[] = [
  'wire:lose-reply',
  'wire:hold-reply',
  'wire:gateway-answer',
  'wire:throttle',
  'wire:refuse',
  'wire:cut-body',
  'wire:double',
];

/** Mounts a receiver in process. */
export type Mount = (place: { clock: Clock; chance: () => number }) => MountedReceiver;

/** Opens, for every scenario, a receiver of its own in this process: fresh database, virtual clock, msw plane. */
export function inProcessSource(options: {
  readonly adapter: Adapter;
  readonly mount: Mount;
  readonly mountOffers: readonly Need[];
  readonly random: Random;
  /** `mounted` hands requests straight to the receiver, several times faster than through a `fetch`; msw is the default. */
  readonly plane?: 'msw' | 'mounted';
}): TargetSource {
  const { adapter, mount, plane = 'msw' } = options;
  return {
    adapter,
    offers: [...adapter.offers, ...mswOffers, ...options.mountOffers],
    plane: `${plane}, receiver in process`,
    clockKind: 'virtual',
    skipsWaits: true,
    recordsOutlive: false,
    cleanupNote: 'the receiver ran in process; its database is removed',
    end: () => Promise.resolve(),
    open: async (scenario) => {
      const clock = virtualClock(startOfTime);
      const random = options.random.fork(scenario);
      const mounted = mount({ clock, chance: () => random.next() });
      const wire = await openWire(plane, {
        clock,
        origin: adapter.origin,
        local: (request, context) => mounted.handle(request, context),
      });
      return {
        adapter,
        wire,
        clock,
        pace: unpaced,
        pass: (ms, signal) => clock.sleep(ms, signal),
        controls: { offers: mounted.offers, carryOut: (control) => mounted.carryOut(control) },
        close: async () => {
          await wire.close();
          mounted.close();
        },
      };
    },
  };
}

async function openWire(
  plane: 'msw' | 'mounted',
  options: { readonly clock: Clock; readonly origin: string; readonly local: LocalReceiver },
): Promise<Wire> {
  if (plane === 'mounted') return openMountedPlane(options);
  // A quarter of a second to load, for which other runs have no use.
  const { openMswPlane } = await import('../wire/msw-plane.js');
  return openMswPlane(options);
}
