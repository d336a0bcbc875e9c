import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { none, observeLate, probe } from '../steps.js';

const one = { name: 'one' };
const other = { name: 'other' };
const unkeyed = { keys: [''], expect: ['key-refused', 'rejected'] } as const;

/** The empty text is no key; where it is one, it is everybody's. */
export const empty: Scenario = {
  id: 'key/empty',
  title: 'An empty key is refused',
  level: 'SHOULD',
  course: 'Two actions are sent with an empty key, one of them twice.',
  holdsWhen: 'Every one of the requests is refused, and there is no record.',
  risk: 'A sender that forgot its key is served all the same, and its actions are taken for one another.',
  usualCause: 'The check asks whether the key is there, not whether anything is in it.',
  remedy: 'Refuse an empty key as a missing one: 400, and nothing stored.',
  sources: [
    'public report B76: requests without a key were merged',
    'public report B74: empty keys',
    'IETF Idempotency-Key draft, 2.7: error scenarios (a missing key is 400)',
  ],
  needs: ['observe', 'key-mode'],
  flaws: ['empty-key-accepted'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) =>
    contract.key.in === 'none' || contract.key.in === 'path'
      ? []
      : [
          {
            name: 'an empty key, three times',
            steps: [
              probe(one, unkeyed),
              probe(other, unkeyed),
              probe(one, unkeyed),
              observeLate(one, none),
              observeLate(other, none),
            ],
          },
        ],
  invariants: [recordsAsPromised, answersAsPromised, noServerErrors],
};
