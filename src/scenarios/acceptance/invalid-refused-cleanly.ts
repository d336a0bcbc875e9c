import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { refusalsLeaveNothing } from '../../harness/invariants/refusals-leave-nothing.js';
import type { Contract } from '../../harness/model/contract.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Send, Step } from '../../harness/model/step.js';
import {
  atMostOne,
  definite,
  first,
  firstAnswers,
  none,
  observeLate,
  one,
  probe,
  refusals,
} from '../steps.js';

const bad = { name: 'bad task' };
const good = { name: 'good task' };
const hugeCharacters = 320 * 1024;

/** What cannot be taken is refused for good, and leaves nothing behind. */
export const invalidRefusedCleanly: Scenario = {
  id: 'acceptance/invalid-refused-cleanly',
  title: 'An invalid request is refused for good and leaves nothing',
  level: 'MUST',
  course:
    'Broken JSON, an unknown content type, an invalid member and a very large body are sent, each followed by a good create.',
  holdsWhen: 'Each is definitely refused, no record comes of it, and the good create works.',
  risk: 'A sender repeats for days what can never work, or half a record confuses those who find it.',
  usualCause: 'A parser error is not caught, or parts are stored before the whole was checked.',
  remedy: 'Check the whole request first, answer 4xx, and store in one transaction.',
  sources: [
    'RFC 9110, section 15.5: client errors',
    'RFC 9457: problem details',
    'public report B26: half of a create left behind',
  ],
  needs: ['observe'],
  flaws: ['bad-json-500', 'half-record-left'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'duplicate-safe', answer: 'retry-safe' },
  tries: ({ contract }) => [
    {
      name: 'broken JSON',
      needs: ['json-body'],
      steps: refusedThenGood(contract, { rawBody: '{"title": "cut off in the mid' }),
    },
    {
      name: 'an invalid member',
      needs: ['invalid-sample'],
      steps: refusedThenGood(contract, { edits: contract.invalid === null ? [] : [contract.invalid] }),
    },
    {
      name: 'a very large body',
      needs: ['json-body'],
      steps: refusedThenGood(contract, { rawBody: JSON.stringify(['x'.repeat(hugeCharacters)]) }),
    },
    {
      name: 'an unknown content type',
      needs: ['json-body'],
      // A receiver that reads JSON whatever it is called may take it, as long as it says what it did.
      steps: [
        probe(bad, { headers: [['Content-Type', 'application/x-twiceshy']], expect: definite }),
        observeLate(bad, atMostOne),
        ...goodOne(contract),
      ],
    },
  ],
  invariants: [answersAsPromised, recordsAsPromised, refusalsLeaveNothing],
};

function refusedThenGood(contract: Contract, how: Partial<Pick<Send, 'rawBody' | 'edits'>>): readonly Step[] {
  return [probe(bad, { ...how, expect: refusals }), observeLate(bad, none), ...goodOne(contract)];
}

function goodOne(contract: Contract): readonly Step[] {
  return [first(good, { expect: firstAnswers(contract) }), observeLate(good, one)];
}
