import { manyKeysCameBetween } from '../../harness/invariants/many-keys-came-between.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const mostOthers = 1_000;

/** A key is kept for its time, not until enough others have come. */
export const survivesVolume: Scenario = {
  id: 'retention/survives-volume',
  title: 'A key survives a thousand others',
  level: 'MUST',
  course:
    'A key is used, then a thousand others (half of the budget of creates where that is less), then the key again twice.',
  holdsWhen: 'There is one record of the key; below 600 others nothing is concluded.',
  risk: 'On a busy day keys are forgotten within the hour, and retries of that day are done twice.',
  usualCause: 'Keys live in a cache of bounded size that pushes out the oldest.',
  remedy: 'Keep keys in the store of the records, and remove them by age alone.',
  sources: [
    'public report B49: a cache of 256 keys',
    'public report B50: a rolling cache of event ids, best effort beyond it',
  ],
  needs: ['observe'],
  flaws: ['evicts-after-500'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) => {
    const count = Math.min(mostOthers, Math.floor(contract.limits.creates / 2));
    const others = Array.from({ length: count }, (_, index) => first({ name: `other ${index + 1}` }));
    return whereKeysBind(contract, [
      {
        name: `${count} other keys`,
        steps: [first(task), ...others, retry(task), retry(task), observeLate(task, one)],
      },
    ]);
  },
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, manyKeysCameBetween],
};
