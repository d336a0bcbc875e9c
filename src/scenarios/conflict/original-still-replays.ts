import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { recordsAfterClash, variedContent, whereKeysBind } from '../other-content.js';
import { clash, first, observeLate, retry } from '../steps.js';

const task = { name: 'task' };

/** A clash is somebody's mistake; it must not cost the first action its protection. */
export const originalStillReplays: Scenario = {
  id: 'conflict/original-still-replays',
  title: 'After a clash the first action is still protected',
  level: 'MUST',
  course: 'The action is sent, another content with the same key, the action again, and both once more.',
  holdsWhen: 'There is one record, and every retry of the first action names it.',
  risk: 'One wrong request is enough to have the next honest retry do the work again.',
  usualCause: 'On a clash the stored answer is dropped, or replaced by the refusal.',
  remedy: 'Answer a clash without touching what is stored under the key.',
  sources: [
    'public report B61: after another payload, the first must still replay',
    'public report B17: the answer of the loser replaces that of the winner',
  ],
  needs: ['observe', 'vary'],
  flaws: ['conflict-drops-answer'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) => {
    const other = variedContent(task, contract);
    return whereKeysBind(contract, [
      {
        name: 'the first, another, the first again',
        steps: [
          first(task),
          clash(other),
          retry(task),
          clash(other),
          retry(task),
          observeLate(task, recordsAfterClash(contract)),
        ],
      },
    ]);
  },
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
