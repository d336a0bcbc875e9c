import { Agent } from 'undici';
import type { HttpRequest } from '../model/exchange.js';
import { trustedConnector } from './trusted-connector.js';

/** Asks without any plane in between, and without a place in a history. */
export type PlainFetch = (request: HttpRequest, timeoutMs: number) => Promise<Response>;

/** Opens what looks and hooks are asked over; `ca` is a certificate authority of the target, as PEM. */
export function openPlainFetch(ca?: string): { readonly fetch: PlainFetch; close(): Promise<void> } {
  const connect = trustedConnector(ca);
  const agent = connect === undefined ? null : new Agent({ connect });
  return {
    fetch: ({ url, method, headers, body }, timeoutMs) =>
      fetch(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body,
        // A redirect could lead to a host that nobody named.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        // Node's types know the dispatcher of the undici that is built in, which works with this one's as well.
        ...(agent === null ? {} : { dispatcher: agent as unknown as NonNullable<RequestInit['dispatcher']> }),
      }),
    close: async () => agent?.destroy(),
  };
}
