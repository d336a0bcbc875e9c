import type { Dispatcher } from 'undici';
import type { HttpRequest } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import { requestLines } from './request-lines.js';

type BuiltInDispatcher = NonNullable<RequestInit['dispatcher']>;

/** What one exchange adds to a request. */
interface Additions {
  readonly id: string;
  /** Whether it goes out as another client's. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
  /** Left out where the request stays within the process. */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * A request as `fetch` takes it: repeated header lines are joined there, and nothing is added but the
 * correlation id and a User-Agent. Throws a KitError for a GET or HEAD with a body, which `fetch` cannot send.
 */
export function fetchRequest(request: HttpRequest, additions: Additions): RequestInit {
  refuseBodyOfGet(request);
  return {
    method: request.method,
    headers: requestLines(request, additions),
    // As bytes, since a text would bring a Content-Type along.
    body: request.body === null ? null : Buffer.from(request.body, 'utf8'),
    redirect: 'manual',
    signal: additions.signal,
    // Node's types know the dispatcher of the undici that is built in, which works with this one's as well.
    ...(additions.dispatcher ? { dispatcher: additions.dispatcher as unknown as BuiltInDispatcher } : {}),
  };
}

function refuseBodyOfGet(request: HttpRequest): void {
  const method = request.method.toUpperCase();
  if (request.body === null || (method !== 'GET' && method !== 'HEAD')) return;
  throw new KitError('BAD_FILE', {
    happened: `A ${method} request with a body was to be sent to ${request.url}.`,
    expected: 'GET and HEAD without a body, which is all that fetch can send',
    next: 'Put what the receiver is asked for into the path and query, or use POST.',
  });
}
