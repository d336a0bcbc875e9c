import { Agent } from 'undici';
import type { HttpRequest } from '../model/exchange.js';
import { askOnce } from './ask-once.js';
import type { Fetched } from './fetch-exchange.js';
import { trustedConnector } from './trusted-connector.js';

/** Asks without any plane in between, and without a place in a history. */
export type PlainFetch = (request: HttpRequest, timeoutMs: number) => Promise<Fetched>;

/** Opens what looks and hooks are asked over; `ca` is a certificate authority of the target, as PEM. */
export function openPlainFetch(ca?: string): { readonly fetch: PlainFetch; close(): Promise<void> } {
  const connect = trustedConnector(ca);
  const agent = connect === undefined ? undefined : new Agent({ connect });
  return {
    fetch: async (request, timeoutMs) => askOnce(request, timeoutMs, agent),
    close: async () => agent?.destroy(),
  };
}
