import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { deliveriesOf } from '../../harness/invariants/reading.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { TryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { atMostOne, first, observeLate, retry } from '../steps.js';

const task = { name: 'task' };

/** Whether a deleted record comes back by a late retry is for the owner to know. */
export const afterDelete: Scenario = {
  id: 'replay/after-delete',
  title: 'What a retry does after its record was deleted is reported',
  level: 'SURVEY',
  course: 'The action is sent, its record is deleted, and the action is sent twice more.',
  holdsWhen: 'Reports whether the retry gets the old answer, a refusal, or a new record.',
  risk: 'What somebody deleted on purpose is there again, made by a program that did not know.',
  usualCause: 'A repeat is recognised by the living record, so that its deletion ends the protection.',
  remedy: 'Keep the key for its whole window, whatever becomes of the record.',
  sources: [
    'public report B94: protection ends when the object is deleted',
    'public report B24: a deleted record that is in the way',
  ],
  needs: ['observe', 'delete'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'deleted, then retried',
      steps: [
        first(task),
        { do: 'delete', action: task },
        retry(task),
        retry(task),
        observeLate(task, atMostOne),
      ],
    },
  ],
  invariants: [recordsAsPromised, noServerErrors],
  sees: (history) => history.tries.flatMap(seenIn),
};

function seenIn(each: TryView): readonly Observation[] {
  const gone = each.of('delete-answered').find((deleted) => deleted.gone);
  const count = each.of('observed').at(-1);
  const last = each.actions.flatMap((action) => deliveriesOf(each, action)).at(-1);
  if (gone === undefined || count === undefined || last === undefined) return [];
  const observed =
    count.records.length > 0
      ? 'a new record is made'
      : acknowledges(last.outcome)
        ? 'the old answer is told again, and there is no record'
        : `refused: ${last.outcome.kind}`;
  return [{ claim: 'retry after delete', observed, events: [gone.seq, last.ended.seq, count.seq] }];
}
