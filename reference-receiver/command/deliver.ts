import type { ClaimedEvent } from './store/command-store.js';

/** What a relay learns of a delivery: it has had its effect, it never will, or nobody knows. */
export type Delivered =
  | { readonly kind: 'acknowledged'; readonly externalReference: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string; readonly retryAfterMs: number };

/** Delivers one event; never throws. */
export type Deliver = (event: ClaimedEvent) => Promise<Delivered>;

/** How a request reaches the ERP: `fetch`, or whatever stands in its place. */
export type Send = (request: Request) => Promise<Response>;

/** Where the inbox of the ERP is, and how long an answer is waited for. */
export interface InboxAddress {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
}

/** Delivers over HTTP. Only an answer that names the record, or a definite refusal, says what became of an event. */
export function deliverTo({ url, token, timeoutMs }: InboxAddress, send: Send): Deliver {
  return async ({ id, hash, body }) => {
    try {
      const response = await send(
        new Request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: `{"event_id":${JSON.stringify(id)},"hash":${JSON.stringify(hash)},"event":${body}}`,
          signal: AbortSignal.timeout(timeoutMs),
        }),
      );
      return read(response, await response.text());
    } catch (error) {
      return {
        kind: 'unclear',
        why: error instanceof Error ? error.message : String(error),
        retryAfterMs: 0,
      };
    }
  };
}

/** Not the event's fault: no credential, no such place, too early, too often, or the ERP's own trouble. */
const passing = new Set([401, 403, 404, 408, 425, 429]);
const longestHintS = 3_600;

function read({ status, headers }: Response, text: string): Delivered {
  const why = `the ERP answered ${status}`;
  if (status >= 200 && status < 300) {
    const externalReference = referenceIn(text);
    return externalReference === null
      ? { kind: 'unclear', why: `${why} and named no record`, retryAfterMs: 0 }
      : { kind: 'acknowledged', externalReference };
  }
  if (status >= 400 && status < 500 && !passing.has(status)) return { kind: 'refused', why };
  return { kind: 'unclear', why, retryAfterMs: hintIn(headers.get('retry-after')) };
}

function referenceIn(text: string): string | null {
  try {
    const told = JSON.parse(text) as { readonly external_reference?: unknown } | null;
    const reference = told?.external_reference;
    return typeof reference === 'string' && reference !== '' ? reference : null;
  } catch {
    return null;
  }
}

function hintIn(header: string | null): number {
  const seconds = /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0;
  return Math.min(seconds, longestHintS) * 1000;
}
