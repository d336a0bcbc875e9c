import { jsonAnswer } from '../http/answer.js';
import type { Answer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Caller, Page, Parts, Search } from '../parts.js';
import type { StoredRecord } from '../store/records.js';
import type { Operation } from './operations.js';
import { presented, recordAnswer } from './present.js';

const usualLimit = 20;
const largestLimit = 100;

/** Answers a look-up or a list: `key` or `reference` or neither, with `limit` and `after`. Throws Refused. */
export function answerSearch(
  parts: Parts,
  caller: Caller,
  operation: Operation,
  query: URLSearchParams,
): Answer {
  const { data, next } = parts.search(parts, {
    caller,
    operation,
    by: criterionOf(query),
    ...windowOf(query),
  });
  return jsonAnswer(200, {
    data: data.map((record) => presented(operation, record)),
    next: next === undefined ? null : String(next),
  });
}

/** Answers a read by id. Throws Refused when the caller's tenant has no such record. */
export function answerRead(parts: Parts, caller: Caller, operation: Operation, id: string): Answer {
  const record = parts.findRecord(parts, caller, operation, id);
  if (record === undefined) throw new Refused(noRecord());
  return recordAnswer(operation, record);
}

/** The refusal for an id that the caller's tenant does not have. */
export function noRecord() {
  return refusal('not-found', 'There is no record with this id.');
}

/** Reads one record of the caller's tenant. */
export function findRecord(
  parts: Parts,
  caller: Caller,
  operation: Operation,
  id: string,
): StoredRecord | undefined {
  return parts.store.records.read(caller.tenant, operation.kind, id);
}

/** Finds records of the caller's tenant, exactly, from the same store that creates write to. */
export function search(parts: Parts, { caller, operation, by, afterSequence, limit }: Search): Page {
  const owner = { tenant: caller.tenant, kind: operation.kind };
  if (by !== undefined && 'key' in by) {
    const scope = parts.scopeOf(caller, operation);
    const key = parts.identityOf(by.key);
    const found = parts.store.records.findByKey({ ...owner, scope, key, now: parts.clock.now() });
    return { data: found !== undefined && found.sequence > afterSequence ? [found] : [], next: undefined };
  }
  // One more than asked for tells whether there is a next page.
  const rows = parts.store.records.list({
    ...owner,
    reference: by?.reference,
    afterSequence,
    limit: limit + 1,
  });
  const data = rows.slice(0, limit);
  return { data, next: rows.length > limit ? data.at(-1)?.sequence : undefined };
}

function criterionOf(query: URLSearchParams): Search['by'] {
  const key = query.get('key');
  const reference = query.get('reference');
  if (key !== null && reference !== null) throw invalid('Look up by key or by reference, not by both.');
  if (key !== null) return { key };
  return reference === null ? undefined : { reference };
}

function windowOf(query: URLSearchParams): Pick<Search, 'limit' | 'afterSequence'> {
  const limit = wholeOf(query.get('limit') ?? String(usualLimit));
  const afterSequence = wholeOf(query.get('after') ?? '0');
  if (limit === undefined || limit < 1 || limit > largestLimit) {
    throw invalid(`"limit" must be a whole number from 1 to ${largestLimit}.`);
  }
  if (afterSequence === undefined) throw invalid('"after" must be the "next" of an earlier page.');
  return { limit, afterSequence };
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function invalid(detail: string): Refused {
  return new Refused(refusal('invalid', detail));
}
