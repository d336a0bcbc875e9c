import { seizeKey } from '../create/seize-key.js';
import type { Answer } from '../http/answer.js';
import type { Refusal } from '../http/refusal.js';
import { readBody } from '../http/body.js';
import type { Claim, CreateCall, Parts } from '../parts.js';
import type { KeyRow } from '../store/keys.js';
import type { Operation } from '../records/operations.js';
import type { StoredRecord } from '../store/records.js';
import { answerOf } from './answer-form.js';
import type { AnswerForm, Dialect } from './dialect.js';
import { dialectCallerReader } from './dialect-caller.js';
import { dialectGuard } from './dialect-guard.js';
import { jobParts, replayedJob } from './dialect-jobs.js';
import { shownRecord, valuesOf } from './dialect-record.js';
import { intentParts } from './dialect-intent.js';

/** Long enough for a key that is kept as long as its record. */
const forEverMs = 1000 * 366 * 86_400_000;

/** The sound receiver with its decisions as a dialect has them. */
export function dialectParts(dialect: Dialect): (parts: Parts) => Parts {
  const { answers, conduct, ids } = dialect;
  return (parts) => {
    const unused = (whole: Parts): string => `\u{0}${parts.newId(whole, nobodys)}`;
    return {
      ...parts,
      retentionMs: conduct.retentionMs ?? forEverMs,
      callerOf: dialectCallerReader(dialect.callers),
      unauthorised: () => answerOf(answers.unauthorised),
      refused: (reason) => refusedAnswer(dialect, reason),
      textOf: (request) => readBody(request, dialect.creates[0]?.contentType),
      scopeOf: (caller, { route }) => ({
        tenant: conduct.scope.credential ? `${caller.tenant} ${caller.credential}` : caller.tenant,
        method: '',
        route: conduct.scope.operation ? route : '',
      }),
      newId: (whole, operation) =>
        ids === 'digits' ? String(1000 + whole.store.records.nextSequence()) : parts.newId(whole, operation),
      guard: dialectGuard(dialect, (whole, call) => parts.guard(whole, call), unused),
      claim: (whole, call) => claimUnlessGone(parts, whole, call, dialect),
      createdAnswer: (_operation, record) =>
        answerOf(answers.created, valuesOf(record), shownRecord(dialect, record)),
      replayed: (whole, call, row) => replayedAnswer(dialect, whole, call, row),
      mismatched: (whole, call, row) => mismatchedAnswer({ ...parts, unused }, whole, dialect, call, row),
      ...intentParts(dialect, parts),
      ...jobParts(dialect, parts),
      // An expired key that is to be refused must be remembered.
      sweepKeys: (whole) => {
        if (conduct.afterExpiry !== 'refuse') parts.sweepKeys(whole);
      },
    };
  };
}

/** Only for ids: no record of it is ever made. */
const nobodys: Operation = {
  kind: '',
  route: '',
  idPrefix: '',
  fields: {},
  required: [],
  fixed: [],
  editable: false,
};

/** What a refusal looks like in a dialect. */
function refusedAnswer({ answers }: Dialect, reason: Refusal): Answer {
  const seconds = Number(reason.headers['retry-after'] ?? 1);
  const waits = { retry_after_s: String(seconds), retry_after_ms: String(seconds * 1000) };
  if (reason.type === 'failed') return { status: reason.status, headers: {}, body: null };
  const answer = answerOf(formOf(answers, reason), waits);
  // For whoever builds against it: the vendor's own words are not known.
  const why = reason.detail.replaceAll(/[^ -~]/g, '?');
  return { ...answer, headers: { ...answer.headers, 'x-reference-receiver': why } };
}

function formOf(answers: Dialect['answers'], { type }: Refusal): AnswerForm {
  switch (type) {
    case 'key-missing':
    case 'key-invalid':
      return answers.keyRefused;
    case 'in-flight':
      return answers.inFlight;
    case 'key-reused':
    case 'intent-taken':
      return answers.mismatch;
    case 'key-expired':
      return answers.expired;
    case 'throttled':
    case 'busy':
      return answers.throttled;
    case 'unauthorised':
      return answers.unauthorised;
    default:
      return answers.rejected;
  }
}

/** A record that has a key of its own gives it back when it is removed. */
function claimUnlessGone(sound: Parts, parts: Parts, call: CreateCall, { conduct }: Dialect): Claim {
  const standing = sound.claim(parts, call);
  const binds = conduct.mode === 'upsert' || conduct.mode === 'insert_only';
  if (!binds || conduct.retentionMs !== null || !('held' in standing)) return standing;
  const { held } = standing;
  if (held.state !== 'done' || held.recordId === null || recordOf(parts, call, held) !== undefined)
    return standing;
  return { mine: seizeKey(parts, call) };
}

function replayedAnswer(dialect: Dialect, parts: Parts, call: CreateCall, row: KeyRow): Answer {
  const { answers, conduct } = dialect;
  const told = replayedJob(dialect, parts, row);
  if (told !== undefined) return told;
  if (row.recordId === null) return keptFailure(dialect, row);
  if (conduct.mode === 'upsert') return updatedAnswer(dialect, parts, call, row);
  const values = { id: row.recordId, version: '1' };
  switch (conduct.replay) {
    case 'exists':
      return answerOf(answers.exists, values);
    case 'stored': {
      const { headers } = answerOf(answers.replayed, values);
      return { ...toldAgain(row), headers: { ...headers, ...contentTypeOf(row), ...locationOf(row) } };
    }
    case 'anew': {
      const record = recordOf(parts, call, row);
      return answerOf(answers.replayed, values, record === undefined ? {} : shownRecord(dialect, record));
    }
  }
}

/** A failure that was kept: told again, or, where it has used the key up, as if there were a record. */
function keptFailure({ answers, conduct }: Dialect, row: KeyRow): Answer {
  return conduct.failures === 'burn' ? answerOf(answers.exists) : toldAgain(row);
}

function toldAgain(row: KeyRow): Answer {
  return { status: row.status ?? 500, headers: {}, body: row.body === '' ? null : row.body };
}

function contentTypeOf({ contentType }: KeyRow): Readonly<Record<string, string>> {
  return contentType === null || contentType === '' ? {} : { 'content-type': contentType };
}

function locationOf({ location }: KeyRow): Readonly<Record<string, string>> {
  return location === null ? {} : { location };
}

function mismatchedAnswer(
  sound: Parts & { readonly unused: (parts: Parts) => string },
  parts: Parts,
  dialect: Dialect,
  call: CreateCall,
  row: KeyRow,
): Answer {
  const { answers, conduct } = dialect;
  if (conduct.mode === 'upsert') return updatedAnswer(dialect, parts, call, row);
  switch (conduct.mismatch) {
    case 'reject':
      return conduct.mode === 'insert_only' && row.recordId !== null
        ? answerOf(answers.exists, { id: row.recordId })
        : sound.mismatched(parts, call, row);
    case 'replay':
      return row.state === 'done' ? parts.replayed(parts, call, row) : parts.inFlight(parts, call, row);
    case 'update':
      return updatedAnswer(dialect, parts, call, row);
    case 'new-record': {
      const unbound = { ...call, identity: sound.unused(parts) };
      return parts.complete(parts, unbound, seizeKey(parts, unbound));
    }
  }
}

/** An upsert writes on the record that is there; while that is being made, it waits its turn. */
function updatedAnswer(dialect: Dialect, parts: Parts, call: CreateCall, row: KeyRow): Answer {
  const record = recordOf(parts, call, row);
  if (record === undefined)
    return answerOf(dialect.answers.inFlight, { retry_after_s: '1', retry_after_ms: '1000' });
  parts.store.records.write(record, call.payload);
  const written = { ...record, version: record.version + 1, payload: call.payload };
  return answerOf(dialect.answers.updated, valuesOf(written), shownRecord(dialect, written));
}

function recordOf(parts: Parts, { caller, operation }: CreateCall, row: KeyRow): StoredRecord | undefined {
  return parts.store.records.read(caller.tenant, operation.kind, row.recordId ?? '');
}
