import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { clashAnswers, recordsAfterClash, variedContent, whereKeysBind } from '../other-content.js';
import { clash, first, observeLate, retry } from '../steps.js';

const task = { name: 'task' };

/** What a key was used for is remembered as long as the key. */
export const conflictAfterRestart: Scenario = {
  id: 'durability/conflict-after-restart',
  title: 'A restart does not make the receiver forget what a key was used for',
  level: 'MUST',
  course: 'A create is answered, the receiver is restarted, and the key is sent with other content.',
  holdsWhen: 'The other content is refused as it was before the restart, and the record reads as approved.',
  risk: 'After a deployment another instruction under an old key is answered as if it had been carried out.',
  usualCause: 'The fingerprint of the content lives in memory, the key on disk.',
  remedy: 'Store the fingerprint in the row of the key.',
  sources: ['public report B60: the check on one path only', 'public report B61: the key alone decides'],
  needs: ['observe', 'restart', 'vary'],
  flaws: ['fingerprint-in-memory'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record', 'conflict/refused'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: ({ contract }) => {
    const other = variedContent(task, contract);
    const expect = clashAnswers(contract);
    return whereKeysBind(contract, [
      {
        name: 'another content after the restart',
        steps: [
          first(task),
          clash(other, { expect }),
          { do: 'control', what: { control: 'restart' } },
          clash(other, { expect }),
          clash(other, { expect }),
          retry(task),
          observeLate(task, recordsAfterClash(contract)),
        ],
      },
    ]);
  },
  invariants: [recordsAsPromised, answersAsPromised],
};
