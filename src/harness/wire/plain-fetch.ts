import { Agent } from 'undici';
import type { HttpRequest } from '../model/exchange.js';
import { askOnce } from './ask-once.js';
import type { Fetched } from './fetch-exchange.js';
import type { Route } from './route.js';
import { targetConnector } from './target-connector.js';

/** Asks without any plane in between, and without a place in a history. */
export type PlainFetch = (request: HttpRequest, timeoutMs: number) => Promise<Fetched>;

/** Opens what looks and hooks are asked over. */
export function openPlainFetch(route: Route = {}): { readonly fetch: PlainFetch; close(): Promise<void> } {
  const connect = targetConnector(route);
  const agent = connect === undefined ? undefined : new Agent({ connect });
  return {
    fetch: async (request, timeoutMs) => askOnce(request, timeoutMs, agent),
    close: async () => agent?.destroy(),
  };
}
