import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { intentsNameOneRecord } from '../../harness/invariants/intents-name-one-record.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { intentSeen, intentTries } from '../intents.js';

/** Whoever plans again makes another key; the business value says that it is the same piece of work. */
export const sameIntent: Scenario = {
  id: 'conflict/same-intent',
  title: 'One business intent under two keys is one record',
  level: 'as-claimed',
  claim: 'intent: repeat',
  course:
    'The action, and the same content with its intent under another key, are told three times each in turn; both together, in five rounds, and while a slow one is under way; where sockets are at hand also with their last bytes released together.',
  holdsWhen:
    'There is one record; the other key is answered with it or refused, as the contract says, and the first key still names it.',
  risk: 'An agent that plans again, or a form that is filled in again, has the same order carried out twice.',
  usualCause:
    'Only the request key is unique; the business value is looked for before it is written, or not at all.',
  remedy:
    'Make the intent unique for each tenant and operation, and take it in the transaction that takes the key.',
  sources: [
    'third essay, 3: tool call id and business intention are different identities',
    'third essay, 4: a new key for an intent that has its order; unique constraints arbitrate',
  ],
  needs: ['observe', 'intent'],
  flaws: ['intent-ignored', 'intent-checked-ahead'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => intentTries('same', setting),
  invariants: [
    recordsAsPromised,
    answersAsPromised,
    intentsNameOneRecord,
    retriesNameTheFirstRecord,
    acknowledgedRecordsExist,
  ],
  shows: ['intent: repeat'],
  sees: ({ tries }, contract) =>
    tries.slice(0, 1).flatMap((each) => intentSeen('intent: repeat', each, contract)),
};
