import type { Answer, Delivered, LossKind } from '../model/exchange.js';
import { proxyRefusedCode } from './tunnel.js';

/** What undici's errors are called where the answer was not HTTP. */
const notHttp = 'HTTPParserError';
/** What they say where `fetch` gives up on an answer, and gives the error no code. */
const givenUp = /^too many content-encodings in response/;

/** An answer that did not come back. */
export type Lost = Extract<Answer, { kind: 'lost' }>;

/** How an exchange was lost, and how much of the request is known to have arrived. */
interface Loss {
  readonly answer: Lost;
  readonly delivered: Delivered;
}

/** The sender's own time limit passed; the reason with which an exchange is aborted. */
export class TimeLimitPassed extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'TimeLimitPassed';
  }
}

/** An exchange under virtual time that does not end: the kit's own fault, never an answer. */
export class HungExchange extends Error {
  constructor(afterMs: number) {
    super(
      `An exchange under virtual time hung for ${afterMs / 1000} s of real time. ` +
        'A receiver was expected to answer, or to sleep on the clock that it was given. ' +
        'Look for a promise in it that nobody settles.',
    );
    this.name = 'HungExchange';
  }
}

/** A loss in the words of the model. */
export function lost(how: LossKind, detail: string): Lost {
  return { kind: 'lost', how, detail };
}

/** Tells a loss from a response, whichever library's the response is. */
export function isLost(seen: object): seen is Lost {
  return 'kind' in seen && seen.kind === 'lost';
}

/** Reads the loss from what `fetch` rejected with; null for an error that the network did not cause. */
export function lossOf(error: unknown): Loss | null {
  for (const each of causesOf(error)) {
    if (each instanceof TimeLimitPassed)
      return { answer: lost('timeout', each.message), delivered: 'unknown' };
    const known = byCode(codeOf(each));
    if (known) return { answer: lost(known.how, describe(each)), delivered: known.delivered };
  }
  return null;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each);
  return causes;
}

function codeOf(error: Error): string {
  // undici's parser gives some of its errors no code.
  if (error.name === notHttp || givenUp.test(error.message)) return notHttp;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Codes of Node's sockets and resolver (`errno`), of its TLS, of undici and of its parser. */
function byCode(code: string): { how: LossKind; delivered: Delivered } | null {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case proxyRefusedCode:
      return { how: 'refused', delivered: 'none' };
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { how: 'timeout', delivered: 'none' };
    case 'ETIMEDOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return { how: 'timeout', delivered: 'unknown' };
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return { how: 'reset', delivered: 'unknown' };
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
    case 'UND_ERR_RESPONSE':
    // undici asserts what an answer is like, a status below 100 or one that its parser gave up on.
    case 'ERR_ASSERTION':
    case notHttp:
      return { how: 'cut', delivered: 'unknown' };
    default:
      break;
  }
  // TLS was not agreed upon, so not a byte of the request was sent.
  if (/^(EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) {
    return { how: 'refused', delivered: 'none' };
  }
  return null;
}

function describe(error: Error): string {
  const parts = error instanceof AggregateError ? error.errors.map(String) : [error.message];
  return `${codeOf(error)}: ${parts.join('; ')}`;
}
