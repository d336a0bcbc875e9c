import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup } from '../../harness/invariants/unknown-settled-by-lookup.js';
import { absentAfterMs } from '../../harness/model/absent-after.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { lookingFirst } from './each-of-them.js';

const patienceMs = 500;

/** Between giving up and the end of the work there is a time in which a look-up tells the truth, and misleads. */
export const workGoesOn: Scenario = {
  id: 'reconcile/work-goes-on',
  title: 'A sender that looks first does nothing twice when the receiver is slower than its patience',
  level: 'MUST',
  course:
    'The receiver takes half as long again as the sender waits; the sender gives up, looks, finds nothing yet, waits, and looks again.',
  holdsWhen: 'There is one record, and no create follows a look-up that came too early to be believed.',
  risk: 'A slow day of the receiver doubles the work: each look-up comes before the record that it asks for.',
  usualCause: 'The first look-up that finds nothing is taken for proof that nothing will come.',
  remedy: 'Believe absent only when the longest life of a request, and the lag of look-ups, have passed.',
  sources: [
    'public report B09: the write finished minutes after its caller gave up',
    'public report B39: the call reads as cancelled while the work commits',
  ],
  needs: ['lookup', 'observe', 'slow'],
  flaws: ['absent-believed-at-once'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const timeoutMs = Math.min(contract.limits.timeoutMs, patienceMs);
    const slow = { do: 'control', what: { control: 'slow', ms: Math.round(timeoutMs * 1.5) } } as const;
    const course = lookingFirst(['task'], [], [slow]);
    // The first look is to come while the work still goes on.
    const backoff = { baseMs: 50, mostMs: 50 };
    const wait = { timeoutMs, absentAfterMs: absentAfterMs(contract, timeoutMs), backoff };
    return [{ name: 'given up too early', ...course, policy: { ...course.policy, ...wait } }];
  },
  invariants: [recordsAsPromised, unknownSettledByLookup],
};
