import type { Clock } from '../../model/clock.js';
import { openFaultProxy, type FaultProxy } from './fault-proxy.js';
import type { Route } from '../route.js';
import type { JournalEntry } from './journal-entry.js';
import type { ProxyLimits } from './limits.js';
import { openRefusedPort, type RefusedPort } from './refused-port.js';
import { targetAddress } from './target-address.js';

/** Origins that one plane may speak to. */
const mostOrigins = 16;

/** The proxies of one plane: each origin has its own, opened when first asked for. */
export interface OriginProxies {
  of(url: string): Promise<FaultProxy>;
  /** Where the proxy of an origin listens; 0 while it has none. */
  portOf(this: void, origin: string): number;
  openRefusedPort(): Promise<void>;
  /** Where nobody listens; 0 while it was not opened. */
  refusedPort(this: void): number;
  release(exchange: string): boolean;
  /** Throws what a proxy itself did wrong, if anything. */
  throwFault(): void;
  close(): Promise<void>;
}

/** Opens nothing yet. */
export function openOriginProxies(
  options: Route & {
    clock: Clock;
    limits?: Partial<ProxyLimits>;
    note: (entry: JournalEntry) => void;
    held: (entry: JournalEntry) => void;
  },
): OriginProxies {
  const { clock, limits = {}, note, held } = options;
  const faults: unknown[] = [];
  const open = new Map<string, FaultProxy>();
  const opening = new Map<string, Promise<FaultProxy>>();
  let refused: Promise<RefusedPort> | null = null;
  let refusedAt = 0;
  const openProxy = async (origin: string): Promise<FaultProxy> => {
    const target = targetAddress(origin, options);
    const failed = (error: unknown): void => void faults.push(error);
    const proxy = await openFaultProxy({ target, clock, limits, ended: note, held, parted: note, failed });
    open.set(origin, proxy);
    return proxy;
  };
  return {
    of(url) {
      const { origin } = new URL(url);
      let proxy = opening.get(origin);
      if (proxy === undefined) {
        if (opening.size >= mostOrigins) {
          throw new Error(
            `The proxy plane stands before ${mostOrigins} origins already. Open another plane.`,
          );
        }
        proxy = openProxy(origin);
        opening.set(origin, proxy);
      }
      return proxy;
    },
    portOf: (origin) => open.get(origin)?.port ?? 0,
    async openRefusedPort() {
      refusedAt = (await (refused ??= openRefusedPort())).port;
    },
    refusedPort: () => refusedAt,
    release: (exchange) => [...open.values()].some((proxy) => proxy.release(exchange)),
    throwFault() {
      if (faults.length > 0) throw faults[0];
    },
    async close() {
      await Promise.all([...opening.values()].map(async (proxy) => (await proxy).close()));
      if (refused !== null) await (await refused).close();
    },
  };
}
