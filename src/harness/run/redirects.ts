import { headerOf, type Answer } from '../model/exchange.js';
import type { Recorder } from './recorder.js';

/** Minds that answers redirect to no other host than was asked; nobody follows them anyway. */
export interface Redirects {
  /** An exchange is under way to this address. */
  asked(exchange: string, url: string): void;
  /** It has ended with these answers; redirects to another host are written into the history. */
  heard(exchange: string, answers: readonly Answer[]): void;
}

/** Opens the look-out for redirects of one try. */
export function openRedirects(recorder: Recorder): Redirects {
  const underWay = new Map<string, string>();
  return {
    asked: (exchange, url) => void underWay.set(exchange, url),
    heard(exchange, answers) {
      const url = underWay.get(exchange);
      underWay.delete(exchange);
      if (url === undefined) return;
      for (const answer of answers) {
        const to = otherHost(answer, url);
        if (to !== null) recorder.record({ type: 'redirect-not-followed', exchange, to });
      }
    },
  };
}

/** The origin that an answer redirects a request to, where it is another than the request's own; null where it is not. */
function otherHost(answer: Answer, url: string): string | null {
  if (answer.kind === 'lost' || answer.status < 300 || answer.status > 399) return null;
  const address = headerOf(answer.headers, 'location');
  if (address === null || !URL.canParse(address, url)) return null;
  const { origin, protocol, host } = new URL(address, url);
  // An address without hosts has no origin to speak of.
  const to = origin === 'null' ? `${protocol}${host === '' ? '' : `//${host}`}` : origin;
  return to === new URL(url).origin ? null : to;
}
