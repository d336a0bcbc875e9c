import { isLoopback } from '../../model/is-loopback.js';
import type { Json } from '../../model/json.js';
import type { Answers, BlankAnswers } from './interview.js';

/** A value that is to stand at a place of the file, by the names that lead there. */
export interface Filling {
  readonly at: readonly string[];
  readonly value: Json;
}

/** The host that a run would have to be allowed to write to, or null for this machine and for an address that is not known yet. */
export function hostToAllow(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  const { hostname } = new URL(baseUrl);
  return isLoopback(hostname) ? null : hostname;
}

/** What the answers put into the file to start from. */
export function fillingsOf({ baseUrl, blank }: Answers): readonly Filling[] {
  const host = hostToAllow(baseUrl);
  return [
    { at: ['target', 'base_url'], value: baseUrl },
    ...(host === null ? [] : [{ at: ['guard', 'allow_hosts'], value: [host] }]),
    ...(blank === null ? [] : blankFillings(blank)),
  ];
}

function blankFillings(blank: BlankAnswers): readonly Filling[] {
  const { keyIn, keyName, createPath, listPath, listParameter, items, itemId } = blank;
  const carrier: Readonly<Record<string, Json>> =
    keyName === '' ? {} : { [keyIn === 'body' ? 'pointer' : 'name']: keyName };
  return [
    // Without a key nothing tells a repeat from new business.
    { at: ['create', 'mode'], value: keyIn === 'none' ? 'unguarded' : 'key' },
    { at: ['create', 'method'], value: keyIn === 'path' ? 'PUT' : 'POST' },
    { at: ['create', 'path'], value: createPath },
    { at: ['key'], value: { in: keyIn, ...carrier } },
    { at: ['observe', 'path'], value: listPath },
    { at: ['observe', 'query'], value: { [listParameter]: '{{marker}}' } },
    { at: ['observe', 'items'], value: items },
    { at: ['observe', 'item_id'], value: itemId },
  ];
}
