import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { deliveriesOf, type AnsweredCreate } from '../../harness/invariants/reading.js';
import type { Answer } from '../../harness/model/exchange.js';
import { isJsonObject, parseJson, sameJson, type JsonObject } from '../../harness/model/json.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, retry } from '../steps.js';

const task = { name: 'task' };

/** Headers that differ between any two answers and say nothing about a replay. */
const passing = /^(?:date|age|set-cookie|content-length|keep-alive|server-timing|.*rate-?limit.*)$/i;

/** A sender that can tell a replay from a first run can find out what its own retries cost. */
export const marked: Scenario = {
  id: 'replay/marked',
  title: 'How a replay can be told from a first run is reported',
  level: 'SURVEY',
  course:
    'The same key and the same payload are sent three times, and what the later answers share is compared.',
  holdsWhen: 'Reports the status, headers and members by which a replay can be known.',
  risk: 'Where replays cannot be told apart, nobody can see from the outside how often work was repeated.',
  usualCause: 'No marker is defined by the draft standard, and vendors use at least ten different ones.',
  remedy: 'Add a header such as Idempotent-Replayed: true to replays, and document it.',
  sources: [
    'IETF Idempotency-Key draft: defines no marker',
    'public report B88: a client library that hides it',
    'contract facts, replay markers seen',
  ],
  needs: [],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [{ name: 'three times', steps: [first(task), retry(task), retry(task)] }],
  invariants: [noServerErrors],
  shows: ['replay marker'],
  sees: (history) =>
    history.tries.flatMap((each) => each.actions.flatMap((action) => marksOf(deliveriesOf(each, action)))),
};

function marksOf(creates: readonly AnsweredCreate[]): readonly Observation[] {
  const [original, second, third] = creates;
  if (original === undefined || second === undefined || third === undefined) return [];
  const answers = [original, second, third].map(({ ended }) => ended.answer);
  const marks = [...statusMarks(answers), ...headerMarks(answers), ...memberMarks(answers)];
  return [
    {
      claim: 'replay marker',
      observed: marks.length === 0 ? 'nothing tells a replay from a first run' : marks.join(', '),
      events: [original, second, third].map(({ ended }) => ended.seq),
    },
  ];
}

function statusMarks(answers: readonly Answer[]): string[] {
  const [was, is, again] = answers.map((answer) => (answer.kind === 'answered' ? answer.status : 0));
  return is === again && is !== was ? [`status ${is} after ${was}`] : [];
}

/** What both replays say alike and the first answer did not say. */
function headerMarks(answers: readonly Answer[]): string[] {
  const [was, is, again] = answers.map(
    (answer) =>
      new Map(
        answer.kind === 'answered' ? answer.headers.map(([name, value]) => [name.toLowerCase(), value]) : [],
      ),
  );
  return [...(is ?? [])]
    .filter(([name, value]) => !passing.test(name) && again?.get(name) === value && was?.get(name) !== value)
    .map(([name, value]) => `header ${name}: ${value}`);
}

function memberMarks(answers: readonly Answer[]): string[] {
  const [was, is, again] = answers.map((answer) => membersOf(answer));
  return Object.entries(is ?? {})
    .filter(([name, value]) => sameJson(again?.[name], value) && !sameJson(was?.[name], value))
    .map(([name, value]) => `member ${name}: ${JSON.stringify(value)}`);
}

function membersOf(answer: Answer): JsonObject {
  const value = answer.kind === 'answered' ? parseJson(answer.body) : undefined;
  return isJsonObject(value) ? value : {};
}
