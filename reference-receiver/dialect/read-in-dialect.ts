import { jsonAnswer } from '../http/answer.js';
import type { Answer } from '../http/answer.js';
import type { Caller, Page, Parts, Search } from '../parts.js';
import type { Json, StoredRecord } from '../store/records.js';
import { answerOf } from './answer-form.js';
import { dialectOperation } from './dialect-operation.js';
import type { Dialect, DialectList, DialectRead } from './dialect.js';
import { shownRecord, valuesOf } from './dialect-record.js';
import { textIn } from './holes.js';
import type { Holes } from './holes.js';
import { withValueAt } from './pointer.js';
import { matched } from './request-form.js';
import type { ReadRequest } from './request-form.js';

/** The parameter of addresses that name a next page. */
const afterParameter = 'after';

/** Answers a list, a look-up or a fetch (in that order, as a fetch is the least particular), if the request is one; undefined otherwise. */
export function readInDialect(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  asked: ReadRequest,
): Answer | undefined {
  const { observe, lookUp, fetch } = dialect;
  const listed = observe === null ? undefined : matched(observe.request, asked);
  if (observe !== null && listed !== undefined) {
    return listAnswer(parts, dialect, caller, observe, listed, asked);
  }
  const lookedUp = lookUp === null ? undefined : matched(lookUp.request, asked);
  if (lookUp !== null && lookedUp !== undefined) {
    const { data } = found(parts, dialect, caller, lookedUp, { afterSequence: 0, limit: 2 });
    if ('found' in lookUp) return oneAnswer(dialect, lookUp, data[0]);
    return jsonAnswer(200, withValueAt({}, lookUp.items, itemsOf(dialect, lookUp.itemId, data)));
  }
  const fetched = fetch === null ? undefined : matched(fetch.request, asked);
  if (fetch === null || fetched === undefined) return undefined;
  const id = textIn(fetched, 'id') ?? '';
  return oneAnswer(dialect, fetch, parts.findRecord(parts, caller, dialectOperation(dialect, 0), id));
}

function oneAnswer(dialect: Dialect, read: DialectRead, record: StoredRecord | undefined): Answer {
  if (record === undefined) return answerOf(read.absent);
  return answerOf(read.found, valuesOf(record), shownRecord(dialect, record));
}

function found(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  holes: Holes,
  window: Pick<Search, 'afterSequence' | 'limit'>,
): Page {
  const operation = dialectOperation(dialect, 0);
  const key = textIn(holes, 'key');
  const reference = textIn(holes, 'marker');
  const spelled = dialect.key.encode === 'odata' ? key?.replaceAll("''", "'") : key;
  const by = spelled === undefined ? (reference === undefined ? undefined : { reference }) : { key: spelled };
  return parts.search(parts, { caller, operation, by, ...window });
}

function itemsOf(dialect: Dialect, itemId: string, records: readonly StoredRecord[]): Json {
  return records.map((record) => withValueAt(shownRecord(dialect, record), itemId, record.id));
}

const mostListed = 10_000;

function listAnswer(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  list: DialectList,
  holes: Holes,
  { url }: ReadRequest,
): Answer {
  const parameter = list.next?.parameter ?? afterParameter;
  const cursor = textIn(holes, 'cursor') ?? url.searchParams.get(parameter) ?? '0';
  const limit = Number(textIn(holes, 'limit') ?? (list.next === null ? mostListed : list.limit));
  const { data, next } = found(parts, dialect, caller, holes, { afterSequence: Number(cursor) || 0, limit });
  let body = withValueAt({}, list.items, itemsOf(dialect, list.itemId, data));
  if (list.count !== null) body = withValueAt(body, list.count, data.length);
  if (list.next !== null && next !== undefined) {
    body = withValueAt(
      body,
      list.next.json,
      list.next.parameter === null && !('cursor' in holes) ? pageAfter(url, next) : String(next),
    );
  }
  return jsonAnswer(200, body);
}

function pageAfter(url: URL, sequence: number): string {
  const next = new URL(url);
  next.searchParams.set(afterParameter, String(sequence));
  return `${next.pathname}${next.search}`;
}
