import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';
import { endingWindowMs, moveClock, percentOf } from './window.js';

const before = { name: 'before the expiry' };
const anew = { name: 'anew', keyOf: before.name };

/** An expired key that is used anew is a key like any other. */
export const protectedAgain: Scenario = {
  id: 'retention/protected-again',
  title: 'An expired key that is used anew protects as it did at first',
  level: 'MUST',
  course:
    'After its window a key is used for a new action: told four times in a row, and told four times at once.',
  holdsWhen: 'There is one record of the old action and one of the new, and every retry names the new one.',
  risk: 'Keys made from document numbers come back after a while, and from then on every retry is done twice.',
  usualCause: 'The old row is found, seen to be expired and gone round, but never replaced.',
  remedy: 'Take an expired key over in the same statement that would claim a new one.',
  sources: [
    'public report B93: what is due after the window',
    'public report B30: one field for two kinds of expiry',
    'IETF Idempotency-Key draft, 2.3: a key may be purged upon its expiry',
  ],
  needs: ['observe', 'move-clock', 'retention-window', 'key-mode'],
  flaws: ['expired-key-unguarded'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries,
  invariants: [recordsAsPromised, retriesNameTheFirstRecord],
};

/** Only where the contract says that the key is gone, and that it may then be used for something new. */
function tries({ contract }: Setting): readonly Try[] {
  const windowMs = endingWindowMs(contract);
  if (windowMs === null || contract.claims.after_expiry !== 'new_record') return [];
  const expired = [first(before), retry(before), moveClock(percentOf(windowMs, 101))];
  const counted = [observeLate(before, one), observeLate(anew, one)];
  return [
    {
      name: 'told four times',
      steps: [...expired, first(anew), retry(anew), retry(anew), retry(anew), ...counted],
    },
    {
      name: 'told four times at once',
      steps: [
        ...expired,
        { do: 'together', steps: [first(anew), retry(anew), retry(anew), retry(anew)] },
        retry(anew),
        ...counted,
      ],
    },
  ];
}
