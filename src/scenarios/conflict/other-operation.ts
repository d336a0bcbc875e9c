import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { operationsStayApart } from '../../harness/invariants/operations-stay-apart.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import { namedIds } from '../../harness/invariants/reading.js';
import type { HistoryView, TryView } from '../../harness/model/history-view.js';
import { acknowledges, type Outcome } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { definite, first, observeLate, one, probe, refusals, retry } from '../steps.js';

const task = { name: 'task' };
const elsewhere = { name: 'elsewhere', keyOf: 'task' };

/** A caller with one key for a whole form sends it to more than one place. */
export const otherOperation: Scenario = {
  id: 'conflict/other-operation',
  title: 'A key that was used for one operation does not answer for another',
  level: 'MUST',
  course: 'The key of one create is used for another kind of create, twice, before and after its own.',
  holdsWhen:
    'Each operation makes a record of its own or is refused; none is answered with the record of the other.',
  risk: 'A note, a payment or a shipment is reported as done, and was never made.',
  usualCause: 'Answers are kept by tenant and key, without the route or method that they belong to.',
  remedy: 'Make the operation a part of the scope of every key, or refuse a key that belongs to another.',
  sources: [
    'public report B69: the second operation got 201 with a body of the other type',
    'contract facts: one vendor replays the answer of the first route, another refuses',
  ],
  needs: ['observe', 'second-operation'],
  flaws: ['scope-without-route'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const second = probe(elsewhere, { operation: 'second', expect: definite });
    return whereKeysBind(contract, [
      {
        name: 'the other operation after',
        steps: [first(task), second, second, retry(task), observeLate(task, one)],
      },
      {
        name: 'the other operation before',
        steps: [
          second,
          probe(task, { expect: definite }),
          second,
          { do: 'observe', action: task, when: 'late' },
        ],
      },
    ]);
  },
  invariants: [recordsAsPromised, operationsStayApart, answersAsPromised, retriesNameTheFirstRecord],
  shows: ['scope: operation'],
  sees: (history) => history.tries.slice(0, 1).flatMap((each) => seenIn(each, history)),
};

function seenIn(each: TryView, history: HistoryView): readonly Observation[] {
  const told = each.exchanges.find(({ started }) => started.purpose === 'second')?.ended;
  if (told?.outcome == null) return [];
  const { kind } = told.outcome;
  const done = acknowledges(told.outcome);
  const form = {
    claim: 'same key, other operation',
    observed: done ? `done: ${kind}` : `refused: ${kind}`,
    events: [told.seq],
  };
  const apart = done && !namesFirst(each, told.outcome);
  const events = [told.seq];
  if (apart) return [{ claim: 'scope: operation', observed: 'apart', events }, form];
  // What is refused under a fresh key too is not refused for its key.
  const shared = done || (refusals.includes(kind) && worksAlone(history));
  return shared ? [{ claim: 'scope: operation', observed: 'shared', events }, form] : [form];
}

function namesFirst(each: TryView, { id }: Outcome): boolean {
  return id !== null && namedIds(each, task.name).includes(id);
}

function worksAlone({ tries }: HistoryView): boolean {
  return tries.some(({ exchanges }) =>
    exchanges.some(
      ({ started, ended }) =>
        started.purpose === 'second' && ended?.outcome != null && acknowledges(ended.outcome),
    ),
  );
}
