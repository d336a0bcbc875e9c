import { jsonAnswer, type Answer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Payload } from '../store/records.js';
import type { Placed } from './store/command-store.js';

const longestPage = 100;
const plainPage = 20;

/** Which part of a list is asked for. */
export interface PageAsked<By extends string> {
  readonly by: By;
  readonly value: string;
  readonly after: number;
  readonly limit: number;
}

/** Reads a query that names exactly one of `names`; throws Refused. */
export function pageOf<By extends string>(query: URLSearchParams, names: readonly By[]): PageAsked<By> {
  const [by, ...more] = names.filter((name) => query.has(name));
  if (by === undefined || more.length > 0)
    throw new Refused(refusal('invalid', `Search by one of: ${names.join(', ')}.`));
  return {
    by,
    value: query.get(by) ?? '',
    after: whole(query, 'after', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 }),
    limit: whole(query, 'limit', { least: 1, most: longestPage, otherwise: plainPage }),
  };
}

/** A page of a list, with the place to go on after where there may be more. */
export function answerPage<Item>(
  { limit }: Pick<PageAsked<string>, 'limit'>,
  items: readonly Placed<Item>[],
  shown: (item: Item) => Payload,
): Answer {
  const last = items.length === limit ? items.at(-1) : undefined;
  return jsonAnswer(200, { data: items.map(shown), ...(last === undefined ? {} : { next: last.place }) });
}

function whole(
  query: URLSearchParams,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw new Refused(refusal('invalid', `"${name}" must be a whole number from ${least} to ${most}.`));
}
