import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const nineRetries = Array.from({ length: 9 }, () => retry(task));

/** Two uses of a key may pass where the third does not. */
export const manyUses: Scenario = {
  id: 'replay/many-uses',
  title: 'The tenth use of a key is answered like the second',
  level: 'MUST',
  course: 'The same key and the same payload are sent ten times.',
  holdsWhen: 'There is one record, every answer names it, and none is a server error.',
  risk: 'A sender with a bad line ends with an error for work that was done, and somebody does it again by hand.',
  usualCause: 'The stored answer is used up by the first replay, or a counter of uses is part of its name.',
  remedy: 'Read the stored answer without changing it, as often as it is asked for.',
  sources: [
    'public reports B83 and B84: the second or third use of a key is a 500',
    'public report B82: a stored body that is already consumed',
  ],
  needs: ['observe'],
  flaws: ['third-use-fails'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [{ name: 'ten times', steps: [first(task), ...nineRetries, observeLate(task, one)] }],
  invariants: [recordsAsPromised, noServerErrors, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
