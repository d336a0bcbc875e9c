import type { Claims, Contract } from '../model/contract.js';
import { headerOf, type Answer } from '../model/exchange.js';
import type { TryView } from '../model/history-view.js';
import { isJsonObject, parseJson, sameJson, type JsonObject } from '../model/json.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deliveriesOf, genuine, inWords, overCases, overTries, type AnsweredCreate } from './reading.js';

interface Pair {
  readonly action: string;
  readonly first: AnsweredCreate;
  readonly replay: AnsweredCreate;
}

/** A replay is what the contract claims it to be: the same answer, the same id, or an error that names the record. */
export const replayIsFaithful: Invariant = {
  id: 'replay-is-faithful',
  about: 'answer',
  promise: 'A replay looks as the contract says that replays look.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(pairsOf(each), (pair) => unfaithful(each, pair, contract)),
    );
    return resultOf(cases, findings, 'no replay was answered');
  },
};

function pairsOf(each: TryView): Pair[] {
  return each.actions.flatMap((action) => {
    const [first, ...rest] = deliveriesOf(each, action).filter(({ ended }) => genuine(ended));
    return first === undefined ? [] : rest.map((replay) => ({ action, first, replay }));
  });
}

function unfaithful(each: TryView, { action, first, replay }: Pair, contract: Contract): Broken | null {
  const difference = differenceOf(contract.claims.replay, first, replay);
  if (difference === null) return null;
  return {
    attempt: each.name,
    action,
    sentence: 'The answer to a retry is not what the contract says a retry gets.',
    expected: difference.expected,
    actual: difference.actual,
    events: [first.exchange.started.seq, first.ended.seq, replay.exchange.started.seq, replay.ended.seq],
  };
}

function differenceOf(
  claim: Claims['replay'],
  first: AnsweredCreate,
  replay: AnsweredCreate,
): { readonly expected: string; readonly actual: string } | null {
  const actual = inWords(replay.ended.answer, replay.outcome);
  switch (claim) {
    case 'same_response':
      return differentResponse(first.ended.answer, replay.ended.answer);
    case 'same_id':
    case 'undocumented':
      return acknowledges(replay.outcome) && replay.outcome.id === first.outcome.id
        ? null
        : { expected: `an acknowledgement that names ${first.outcome.id ?? 'the record'}`, actual };
    case 'error_with_id':
      return replay.outcome.kind === 'exists' && replay.outcome.id === first.outcome.id
        ? null
        : { expected: `a refusal that names ${first.outcome.id ?? 'the record'}`, actual };
    case 'error_only':
      return replay.outcome.kind === 'exists' || replay.outcome.kind === 'rejected'
        ? null
        : { expected: 'a refusal that says the action was done', actual };
  }
}

/** How two answers differ in status, type or body; null where they do not. */
export function differentResponse(
  first: Answer,
  replay: Answer,
): { expected: string; actual: string } | null {
  if (first.kind !== 'answered' || replay.kind !== 'answered') return null;
  const type = (answer: typeof first): string =>
    headerOf(answer.headers, 'content-type') ?? 'no content type';
  if (first.status !== replay.status) {
    return { expected: `status ${first.status}`, actual: `status ${replay.status}` };
  }
  if (type(first) !== type(replay)) return { expected: type(first), actual: type(replay) };
  return differentBody(first.body, replay.body);
}

/** How two bodies differ: in the first member that does, where both are JSON objects. */
function differentBody(first: string, replay: string): { expected: string; actual: string } | null {
  const [was, is] = [parseJson(first), parseJson(replay)];
  if (first === replay || (was !== undefined && is !== undefined && sameJson(was, is))) return null;
  if (isJsonObject(was) && isJsonObject(is)) {
    const name = Object.keys({ ...was, ...is }).find((member) => !sameJson(was[member], is[member])) ?? '';
    return { expected: `the first answer's ${shown(name, was)}`, actual: shown(name, is) };
  }
  return { expected: `the body of the first answer: ${cut(first)}`, actual: `the body ${cut(replay)}` };
}

function shown(name: string, members: JsonObject): string {
  const value = members[name];
  return value === undefined ? `lack of ${name}` : `${name}: ${cut(JSON.stringify(value))}`;
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
