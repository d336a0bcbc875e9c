import { lookUpsAsPromised } from '../../harness/invariants/look-ups-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first } from '../steps.js';

const never = { name: 'never sent' };
const task = { name: 'task' };

/** "There is none" and "I cannot say" are two answers: a sender acts on the first and waits on the second. */
export const absentIsDefinite: Scenario = {
  id: 'lookup/absent-is-definite',
  title: 'Absent is a plain answer, and an error is none',
  level: 'MUST',
  course: 'A key that was never used is looked up; one that was used is looked up with a refused credential.',
  holdsWhen: 'The first is absent; the second is an error, and not absent.',
  risk: 'A sender whose access has lapsed reads "not there" and has everything done again.',
  usualCause: 'A failed search is answered with 200 and an empty list, or with the 404 of a missing record.',
  remedy: 'Answer 401 or 403 to whoever may not look, and an empty result only after a real search.',
  sources: [
    'second essay: retry only when the target confirms that the result is absent',
    'contract fact: an unknown outcome is settled by a look-up, on endpoints without protection',
    'RFC 9110, 15.5.2',
  ],
  needs: ['lookup'],
  flaws: ['lookup-error-as-absent'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'a key that was never used',
      steps: [
        { do: 'look-up', action: never, expect: 'absent' },
        first(task),
        { do: 'look-up', action: never, expect: 'absent' },
      ],
    },
    {
      name: 'while refused',
      needs: ['refused-credential'],
      steps: [
        first(task),
        { do: 'look-up', action: task, as: 'refused', expect: 'trouble' },
        { do: 'look-up', action: never, as: 'refused', expect: 'trouble' },
      ],
    },
  ],
  invariants: [lookUpsAsPromised],
};
