import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Adapter } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { MountedReceiver } from '../model/mounted-receiver.js';
import type { Random } from '../model/random.js';
import type { Need } from '../model/need.js';
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
export type Mount = (place: { file: string; clock: Clock; chance: () => number }) => MountedReceiver;

/** Opens, for every scenario, a receiver of its own in this process: fresh database, virtual clock, msw plane. */
export function inProcessSource(options: {
  readonly adapter: Adapter;
  readonly mount: Mount;
  readonly mountOffers: readonly Need[];
  readonly random: Random;
}): TargetSource {
  const { adapter } = options;
  return {
    adapter,
    offers: [...adapter.offers, ...mswOffers, ...options.mountOffers],
    plane: 'msw, receiver in process',
    clockKind: 'virtual',
    skipsWaits: true,
    recordsOutlive: false,
    cleanupNote: 'the receiver ran in process; its database is removed',
    end: () => Promise.resolve(),
    open: async (scenario) => {
      // A quarter of a second to load, for which a run over sockets has no use.
      const { openMswPlane } = await import('../wire/msw-plane.js');
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-receiver-'));
      const clock = virtualClock(startOfTime);
      const random = options.random.fork(scenario);
      const mounted = options.mount({
        file: join(folder, 'receiver.sqlite'),
        clock,
        chance: () => random.next(),
      });
      const wire = openMswPlane({
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
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  };
}
