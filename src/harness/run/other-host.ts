import { headerOf, type Answer } from '../model/exchange.js';

/** The origin that an answer redirects a request to, where it is another than the request's own; null where it is not. */
export function otherHost(answer: Answer, url: string): string | null {
  if (answer.kind === 'lost' || answer.status < 300 || answer.status > 399) return null;
  const address = headerOf(answer.headers, 'location');
  if (address === null || !URL.canParse(address, url)) return null;
  const { origin, protocol, host } = new URL(address, url);
  // An address without hosts has no origin to speak of.
  const to = origin === 'null' ? `${protocol}${host === '' ? '' : `//${host}`}` : origin;
  return to === new URL(url).origin ? null : to;
}
