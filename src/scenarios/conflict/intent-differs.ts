import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { intentContentStands } from '../../harness/invariants/intent-content-stands.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { intentSeen, intentTries } from '../intents.js';

/** One intent with two contents is a contradiction between two requests, and somebody has to be told. */
export const intentDiffers: Scenario = {
  id: 'conflict/intent-differs',
  title: 'Other content for a business intent, under another key, never makes a second record',
  level: 'as-claimed',
  claim: 'intent: differs',
  course:
    'The action, and other content with its intent under another key, are told three times each in turn; both together, in five rounds, and, but at quick effort, while a slow one is under way; where sockets are at hand also with their last bytes released together.',
  holdsWhen:
    'There is one record; the other content is refused, or answered as the contract says, and the record reads the content that was acknowledged.',
  risk: 'Two orders are delivered where one was meant, or an approved one is changed by what nobody approved.',
  usualCause: 'The intent is unique, and what comes second is answered with what stands, or written over it.',
  remedy:
    'Keep a fingerprint of the content beside the intent, and answer 409 when it differs, writing nothing.',
  sources: [
    'third essay, 4: a new key for an intent that has its order; the hash of the order is compared',
    'second essay: another amount or recipient is another intent',
  ],
  needs: ['observe', 'intent', 'vary', 'kept-variation'],
  flaws: ['intent-clash-replayed', 'intent-clash-overwrites'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => intentTries('other', setting),
  invariants: [recordsAsPromised, answersAsPromised, intentContentStands, retriesNameTheFirstRecord],
  shows: ['intent: differs'],
  sees: ({ tries }, contract) =>
    tries.slice(0, 1).flatMap((each) => intentSeen('intent: differs', each, contract)),
};
