import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { deliveriesOf, genuine, type AnsweredCreate } from '../../harness/invariants/reading.js';
import { differentResponse, replayIsFaithful } from '../../harness/invariants/replay-is-faithful.js';
import { headerOf } from '../../harness/model/exchange.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A replay is read by the program that lost the first answer: it must find in it what it would have found there. */
export const faithfulAnswer: Scenario = {
  id: 'replay/faithful-answer',
  title: 'A replay looks as the contract says that replays look',
  level: 'as-claimed',
  claim: 'replay',
  course: 'The same key and the same payload are sent three times, and the answers are compared.',
  holdsWhen:
    'Status, type and body of the later answers are those of the first, or the id is, or the refusal names it: as claimed.',
  risk: 'The retry succeeds, and the program that sent it cannot read which record it was about.',
  usualCause: 'Only a part of the first answer is stored, or the answer is made anew at every replay.',
  remedy: 'Store status, type and body of the first answer with the key, and send them again unchanged.',
  sources: [
    'IETF Idempotency-Key draft, section 2.6: a retry gets the result of the first request',
    'public reports B79, B81, B82 and B95: status, headers, body or id of a replay differ',
  ],
  needs: ['observe'],
  flaws: ['replay-empty-200', 'replay-names-other-id'],
  dependsOn: ['acceptance/creates-and-names-record'],
  // Whether a retry teaches the right id weighs in replay/same-record; its looks alone endanger no retry.
  caps: { effect: 'reconcile-first', answer: 'retry-safe' },
  tries: () => [
    { name: 'three times', steps: [first(task), retry(task), retry(task), observeLate(task, one)] },
  ],
  invariants: [recordsAsPromised, replayIsFaithful],
  shows: ['replay'],
  sees: (history) => replaysIn(history).flatMap(({ original, replay }) => seenOf(original, replay)),
};

function replaysIn(history: HistoryView): readonly { original: AnsweredCreate; replay: AnsweredCreate }[] {
  return history.tries.flatMap((each) =>
    each.actions.flatMap((action) => {
      const [original, ...replays] = deliveriesOf(each, action).filter(({ ended }) => genuine(ended));
      return original === undefined ? [] : replays.map((replay) => ({ original, replay }));
    }),
  );
}

function seenOf(original: AnsweredCreate, replay: AnsweredCreate): readonly Observation[] {
  const events = [original.ended.seq, replay.ended.seq];
  const observed = formOf(original, replay);
  const fits = forms.filter((form) => form === observed);
  return [
    { claim: 'replay', observed, fits, events },
    { claim: 'Location on replay', observed: locationOf(original, replay), events },
  ];
}

const forms: readonly string[] = ['same_response', 'same_id', 'error_with_id', 'error_only'];

function formOf(original: AnsweredCreate, { outcome, ended }: AnsweredCreate): string {
  if (differentResponse(original.ended.answer, ended.answer) === null) return 'same_response';
  const sameId = outcome.id !== null && outcome.id === original.outcome.id;
  if (outcome.kind === 'exists') return sameId ? 'error_with_id' : 'error_only';
  if (acknowledges(outcome)) return sameId ? 'same_id' : 'another id or none';
  return outcome.kind === 'rejected' ? 'error_only' : outcome.kind;
}

function locationOf(original: AnsweredCreate, replay: AnsweredCreate): string {
  const [was, is] = [original, replay].map(({ ended: { answer } }) =>
    answer.kind === 'answered' ? headerOf(answer.headers, 'location') : null,
  );
  if (was === null) return 'none on the first answer';
  if (is === null) return 'missing';
  return is === was ? 'as on the first answer' : 'another one';
}
