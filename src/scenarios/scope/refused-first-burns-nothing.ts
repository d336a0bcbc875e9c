import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, firstAnswers, none, observeEarly, observeLate, one, probe, retry } from '../steps.js';

const task = { name: 'task' };

/** A request that may not be made leaves no trace on its key. */
export const refusedFirstBurnsNothing: Scenario = {
  id: 'scope/refused-first-burns-nothing',
  title: 'A refused credential does not use up a key',
  level: 'MUST',
  course: 'A key is first sent with a credential that is no good, and then three times with a good one.',
  holdsWhen: 'The first request makes no record, the second makes it, and there is one.',
  risk: 'An expired password is enough for an approved action never to be carried out.',
  usualCause: 'The key is claimed, or the refusal stored under it, before the credential is checked.',
  remedy: 'Touch no key before the credential is known to be good.',
  sources: [
    'public report B89: order of authentication and key look-up',
    'public report B70: others can claim keys in advance',
    'contract fact: the key is burnt by a first attempt that failed (Parse Server)',
  ],
  needs: ['observe', 'refused-credential'],
  flaws: ['refusal-burns-key'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'refused, then allowed',
        steps: [
          probe(task, { as: 'refused' }),
          observeEarly(task, none),
          first(task, { expect: firstAnswers(contract) }),
          retry(task),
          retry(task),
          observeLate(task, one),
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, answersAsPromised],
};
