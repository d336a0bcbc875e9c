import type { ObserveCodec, Page, SeenRecord } from '../../../harness/model/adapter.js';
import type { Answer, PreparedRequest } from '../../../harness/model/exchange.js';
import { atPointer, type Json } from '../../../harness/model/json.js';
import type { Observation } from '../grammar/reads.js';
import { unlessTooSlow } from '../reading/bounded-match.js';
import { filled, uses, type Values, type Variable } from '../reading/variables.js';
import {
  answerInWords,
  extracted,
  isStatus,
  matches,
  textOf,
  viewOf,
  type AnswerView,
} from './answer-view.js';
import { percentEncoded } from './body.js';
import { pathBelow } from './path-below.js';
import { pathWithQuery, preparedRequest, withoutVariable } from './request.js';
import type { Setting } from './setting.js';

/** The codec that counts the records of a marker, or null where the file says `observe: none`. */
export function observeCodec(setting: Setting, address: { readonly baseUrl: string }): ObserveCodec | null {
  const { observe } = setting.file;
  if (observe === 'none') return null;
  return {
    request: (marker, cursor) => observeRequest(setting, observe, marker, cursor),
    read: (answer, marker) =>
      unlessTooSlow(
        () => readPage(observe, answer, { marker, run_id: setting.runId }, address.baseUrl),
        trouble,
      ),
  };
}

function observeRequest(
  setting: Setting,
  observe: Observation,
  marker: string,
  cursor: string | null,
): PreparedRequest {
  const { runId, spelling } = setting;
  const values: Values = { marker, run_id: runId, limit: String(observe.limit) };
  const placed = usesIn(observe, 'cursor');
  const template = cursor === null && placed ? withoutVariable(observe, 'cursor') : observe;
  const request = preparedRequest(template, { ...values, cursor: cursor ?? '' }, spelling);
  if (cursor === null || placed) return request;
  const param = observe.next?.param ?? null;
  if (param === null) return { ...request, path: cursor };
  const { [param]: _, ...query } = observe.query;
  const path = pathWithQuery({ path: observe.path, query }, values, spelling, [
    [param, percentEncoded(cursor)],
  ]);
  return { ...request, path };
}

function usesIn({ path, query, headers, body }: Observation, variable: Variable): boolean {
  const texts = [path, ...Object.values(query), ...Object.values(headers), JSON.stringify(body)];
  return texts.some((text) => uses(text, variable));
}

function readPage(observe: Observation, answer: Answer, values: Values, baseUrl: string): Page {
  const view = viewOf(answer);
  if (observe.absent !== null && matches(observe.absent, view))
    return { kind: 'page', records: [], next: null };
  if (answer.kind === 'lost' || !isStatus(answer.status, '2xx')) return trouble(answerInWords(answer));
  const items = atPointer(view.json, observe.items);
  if (!Array.isArray(items)) return trouble(`the answer has no list at "${observe.items}"`);
  const records: SeenRecord[] = [];
  for (const item of items as readonly Json[]) {
    const { where } = observe;
    if (where !== null && textOf(atPointer(item, where.pointer)) !== filled(where.equals, values)) continue;
    const id = textOf(atPointer(item, observe.item_id));
    if (id === null || id === '') return trouble(`a record has no id at "${observe.item_id}"`);
    records.push({ id, fields: item });
  }
  const next = nextCursor(observe, view, baseUrl);
  if (next !== null && typeof next !== 'string') return trouble(next.why);
  if (next === null) {
    const missing = missingFrom(observe, view, items.length);
    if (missing !== null) return trouble(missing);
  }
  return { kind: 'page', records, next };
}

function trouble(why: string): Page {
  return { kind: 'trouble', why };
}

/** Without a next page: one that holds fewer records than the receiver counted, or all that fit, is no full count. */
function missingFrom(observe: Observation, { json }: AnswerView, shown: number): string | null {
  if (observe.next !== null) return null;
  if (observe.count === null) {
    const full = shown >= observe.limit && usesIn(observe, 'limit');
    return full ? `the page is full with ${shown} records; say in observe/next how to get the others` : null;
  }
  const count = Number(textOf(atPointer(json, observe.count)) ?? Number.NaN);
  if (!Number.isInteger(count)) return `the answer has no count at "${observe.count}"`;
  if (count <= shown) return null;
  return `the answer counts ${count} records and shows ${shown}; say in observe/next how to get the others`;
}

/** The cursor of the next page; an address of one's own target where neither param nor {{cursor}} takes it. */
function nextCursor(
  observe: Observation,
  view: AnswerView,
  baseUrl: string,
): string | { readonly why: string } | null {
  if (observe.next === null) return null;
  const { json, header, regex, param } = observe.next;
  const cursor = extracted([{ json, header, regex, body: null }], view);
  if (cursor === null || cursor === 'false') return null;
  if (param !== null || usesIn(observe, 'cursor')) return cursor;
  return pathBelow(cursor, baseUrl) ?? { why: 'the next page is outside target/base_url' };
}
