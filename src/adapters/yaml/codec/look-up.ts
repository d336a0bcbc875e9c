import type { FetchCodec, LookUpCodec, LookUpFinding, ObserveCodec } from '../../../harness/model/adapter.js';
import type { Answer } from '../../../harness/model/exchange.js';
import { atPointer, type Json } from '../../../harness/model/json.js';
import type { Conditions, Extractor } from '../grammar/answers.js';
import type { LookUp } from '../grammar/reads.js';
import {
  answerInWords,
  extracted,
  isStatus,
  matches,
  textOf,
  viewOf,
  type AnswerView,
} from './answer-view.js';
import { unlessTooSlow } from '../reading/bounded-match.js';
import { preparedRequest } from './request.js';
import { actionValues, type Setting } from './setting.js';

/** The codec that resolves one action to its record, or null. */
export function lookUpCodec(setting: Setting, observe: ObserveCodec | null): LookUpCodec | null {
  const { lookup, id } = setting.file;
  if (lookup === null) return null;
  const { path } = lookup;
  if (path === null) return observe === null ? null : fromObserve(observe);
  return {
    request: (by) => preparedRequest({ ...lookup, path }, actionValues(setting, by), setting.spelling),
    read: (answer) => unlessTooSlow(() => readLookUp(lookup, id, answer), trouble),
  };
}

function fromObserve(observe: ObserveCodec): LookUpCodec {
  return {
    request: ({ marker }) => observe.request(marker, null),
    read: (answer, by) => {
      if (by === undefined)
        return { kind: 'trouble', why: 'a look-up from observe is read with the action it is for' };
      const page = observe.read(answer, by.marker);
      if (page.kind === 'trouble') return page;
      const first = page.records.find(() => true);
      const ids = [...new Set(page.records.map((record) => record.id))];
      if (ids.length > 1) return { kind: 'several', ids };
      if (page.next !== null) return { kind: 'trouble', why: 'there are more pages than one' };
      return first === undefined ? { kind: 'absent' } : { kind: 'found', id: first.id, fields: first.fields };
    },
  };
}

function readLookUp(lookup: LookUp, standardId: readonly Extractor[], answer: Answer): LookUpFinding {
  const view = viewOf(answer);
  const holds = (when: readonly Conditions[] | null): boolean => when !== null && matches(when, view);
  if (holds(lookup.absent)) return { kind: 'absent' };
  if (holds(lookup.several)) return { kind: 'several', ids: listedIds(lookup, view) ?? [] };
  if (lookup.found !== null && !holds(lookup.found)) return trouble(answerInWords(answer));
  if (answer.kind === 'lost' || !isStatus(answer.status, '2xx')) return trouble(answerInWords(answer));
  if (lookup.items !== null) return readListed(lookup, view);
  return foundRecord(lookup.id ?? standardId, lookup.record, view);
}

function readListed(lookup: LookUp, view: AnswerView): LookUpFinding {
  const ids = listedIds(lookup, view);
  if (ids === null) return trouble(`the answer has no list of records with ids at "${lookup.items ?? ''}"`);
  const different = [...new Set(ids)];
  const [id] = different;
  if (id === undefined) return { kind: 'absent' };
  if (different.length > 1) return { kind: 'several', ids: different };
  return { kind: 'found', id, fields: atPointer(view.json, `${lookup.items ?? ''}/0`) ?? null };
}

function listedIds({ items, item_id: itemId }: LookUp, { json }: AnswerView): readonly string[] | null {
  if (items === null || itemId === null) return null;
  const list = atPointer(json, items);
  if (!Array.isArray(list)) return null;
  const ids = list.map((item: Json) => textOf(atPointer(item, itemId)));
  return ids.every((id) => id !== null && id !== '') ? (ids as string[]) : null;
}

function foundRecord(id: readonly Extractor[], record: string, view: AnswerView): LookUpFinding {
  const name = extracted(id, view);
  if (name === null) return trouble(`no id is found in it (${answerInWords(view.answer)})`);
  return { kind: 'found', id: name, fields: atPointer(view.json, record) ?? null };
}

function trouble(why: string): LookUpFinding {
  return { kind: 'trouble', why };
}

/** The codec that reads one record by its id, or null; 404 and 410 are absent unless the file says otherwise. */
export function fetchCodec(setting: Setting): FetchCodec | null {
  const { fetch, id: standardId } = setting.file;
  if (fetch === null) return null;
  return {
    request: (id) => preparedRequest(fetch, { id, run_id: setting.runId }, setting.spelling),
    read: (answer) => unlessTooSlow(() => readFetched(fetch, standardId, answer), trouble),
  };
}

function readFetched(
  fetch: NonNullable<Setting['file']['fetch']>,
  standardId: readonly Extractor[],
  answer: Answer,
): LookUpFinding {
  const view = viewOf(answer);
  const gone = fetch.absent === null ? isGone(answer) : matches(fetch.absent, view);
  if (gone) return { kind: 'absent' };
  if (answer.kind === 'lost' || !isStatus(answer.status, '2xx')) return trouble(answerInWords(answer));
  return foundRecord(fetch.id ?? standardId, fetch.record, view);
}

/** True for an answer that says there is no such record: 404 or 410. */
export function isGone(answer: Answer): boolean {
  return answer.kind === 'answered' && (answer.status === 404 || answer.status === 410);
}
