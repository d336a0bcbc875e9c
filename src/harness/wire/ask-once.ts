import type { Dispatcher } from 'undici';
import type { HttpRequest } from '../model/exchange.js';
import { fetchExchange, type Fetched } from './fetch-exchange.js';
import { TimeLimitPassed } from './loss.js';

/**
 * Asks something besides exchanges: in no history, over no plane, and bounded like an exchange, in real milliseconds
 * and in what is read. A redirect is an answer, and is not followed: it could lead to a host that nobody named.
 */
export async function askOnce(
  { url, method, headers, body }: HttpRequest,
  timeoutMs: number,
  dispatcher?: Dispatcher,
): Promise<Fetched> {
  const over = new AbortController();
  const limit = setTimeout(() => over.abort(new TimeLimitPassed(timeoutMs)), timeoutMs);
  try {
    const asked = fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: 'manual',
      signal: over.signal,
      // Node's types know the dispatcher of the undici that is built in, which works with this one's as well.
      ...(dispatcher === undefined
        ? {}
        : { dispatcher: dispatcher as unknown as NonNullable<RequestInit['dispatcher']> }),
    });
    return await fetchExchange(asked, over.signal);
  } finally {
    clearTimeout(limit);
    // While a plane is open, the body is split for its listeners, and half of it cannot be cancelled alone.
    over.abort(new Error('Nobody reads on.'));
  }
}
