import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { copiesMet } from '../../harness/invariants/copies-met.js';
import { acknowledgingKinds, type OutcomeKind } from '../../harness/model/outcome.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, retry } from '../steps.js';

const task = { name: 'task' };
const copies = 8;
const rounds = 3;
const clear: readonly OutcomeKind[] = [...acknowledgingKinds, 'accepted', 'in-flight', 'throttled'];

/** Losing a race is no error of anybody. */
export const losersToldClearly: Scenario = {
  id: 'concurrency/losers-told-clearly',
  title: 'The losers of a race are told something that they can act on',
  level: 'SHOULD',
  course: 'The first answers to the copies that lost the race are read.',
  holdsWhen: 'Each says replayed, exists, in flight or throttled; none is a server error.',
  risk: 'Every race raises an alarm, and people are called to look at work that is in order.',
  usualCause: 'The violated unique constraint comes out as 500.',
  remedy: 'Turn the violated constraint into the stored answer, or into 409 with a wait.',
  sources: [
    'public report B86: a lost race answered 500 or 503',
    'public report B85: a lock read as a stored answer',
    'IETF Idempotency-Key draft, 2.7: 409 while a request is outstanding',
  ],
  needs: ['observe', 'burst'],
  flaws: ['losers-get-500'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record', 'concurrency/one-effect'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: `${copies} copies`,
      steps: [
        {
          do: 'burst',
          sends: [
            first(task, { expect: clear }),
            ...Array.from({ length: copies - 1 }, () => retry(task, { expect: clear })),
          ],
          rounds,
        },
      ],
    },
  ],
  invariants: [answersAsPromised, copiesMet],
  shows: ['in_flight'],
  sees,
};

/** A copy that came late enough gets the answer of the first: that nobody was turned away says nothing. */
function sees({ tries }: HistoryView): readonly Observation[] {
  return tries.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ started, ended }) =>
      ended?.outcome?.kind === 'in-flight'
        ? [{ claim: 'in_flight', observed: 'reject', events: [started.seq, ended.seq] }]
        : [],
    ),
  );
}
