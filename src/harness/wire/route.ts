import type { ForwardProxies } from './forward-proxies.js';

/** How targets are reached: who vouches for their certificates, and which proxies stand before them. */
export interface Route {
  /** A certificate authority, as PEM, besides those that Node knows. */
  readonly ca?: string | undefined;
  readonly proxies?: ForwardProxies | undefined;
}
