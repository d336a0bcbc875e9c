import type { PollCodec } from '../../../harness/model/adapter.js';
import type { Answer, PreparedRequest } from '../../../harness/model/exchange.js';
import { acknowledges, type Outcome } from '../../../harness/model/outcome.js';
import type { AsyncSection } from '../grammar/async.js';
import { answerInWords, extracted, isStatus, matches, viewOf } from './answer-view.js';
import { pathBelow } from './path-below.js';
import { placed, recognised, recognitionOf, type PlacedRecogniser } from './recognise.js';
import { preparedRequest } from './request.js';
import type { Setting } from './setting.js';

/** The codec that asks after accepted actions, or null where the file does not say where to ask. */
export function pollCodec(setting: Setting, bases: readonly string[]): PollCodec | null {
  const { async } = setting.file;
  if (async === null || async.poll_from === null) return null;
  return {
    request: (accepted) => pollRequest(setting, async, bases, accepted),
    read: (answer) => readPoll(setting, async, answer),
    everyMs: async.every,
    withinMs: async.within,
  };
}

/** An answer that accepts is no such thing where it leads elsewhere: nothing is asked there, and nothing is known. */
export function acceptance(
  setting: Setting,
  bases: readonly string[],
  outcome: Outcome,
  answer: Answer,
): Outcome {
  const { async } = setting.file;
  if (outcome.kind !== 'accepted' || async === null || async.poll_from === null) return outcome;
  const waits = { ...outcome, retryAfterMs: outcome.retryAfterMs ?? async.every };
  if (pollRequest(setting, async, bases, answer) !== null) return waits;
  return extracted([async.poll_from], viewOf(answer)) === null
    ? { ...waits, rule: `${outcome.rule}; async/poll_from finds nothing in the answer` }
    : { ...outcome, kind: 'unknown', rule: 'async/poll_from: it leads outside target/base_url' };
}

function pollRequest(
  setting: Setting,
  async: AsyncSection,
  bases: readonly string[],
  accepted: Answer,
): PreparedRequest | null {
  if (async.poll_from === null) return null;
  const found = extracted([async.poll_from], viewOf(accepted));
  if (found === null) return null;
  const { path: template } = async;
  const request = { method: 'GET', query: {}, headers: async.headers, body: null, content_type: '' };
  const values = { id: found, run_id: setting.runId };
  if (template !== null) return preparedRequest({ ...request, path: template }, values, setting.spelling);
  const path = bases.map((base) => pathBelow(found, base)).find((one) => one !== null);
  if (path === undefined) return null;
  return { ...preparedRequest({ ...request, path: '/' }, values, setting.spelling), path };
}

/** The file's own outcomes first; then what is done is created, and what answers well otherwise is under way. */
function readPoll(setting: Setting, async: AsyncSection, answer: Answer): Outcome {
  const view = viewOf(answer);
  const recognisers = [...placed('async/outcomes', async.outcomes), ...throttled];
  const id = async.result_id ?? setting.file.id;
  const recognition = recognitionOf(setting, { recognisers, id });
  const read = recognised(recognition, answer);
  if (read.kind !== 'unknown') return acknowledges(read) ? read : { ...read, id: null };
  if (answer.kind === 'lost' || !isStatus(answer.status, '2xx')) {
    return { ...read, rule: `a poll got ${answerInWords(answer)}` };
  }
  const done = async.done === null ? !matches(async.when, view) : matches(async.done, view);
  if (!done) return { ...read, kind: 'accepted', rule: 'async: not done yet' };
  return { ...read, kind: 'created', id: extracted(id, view), rule: 'async/done' };
}

const throttled: readonly PlacedRecogniser[] = [
  {
    at: 'async: throttled',
    is: 'throttled',
    when: [{ status: [429], header: null, json: null, body_regex: null, transport: null }],
    id: null,
  },
];
