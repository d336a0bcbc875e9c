import { payloadKept } from '../../harness/invariants/payload-kept.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { recordsAfterClash, standingContent, variedContent, whereKeysBind } from '../other-content.js';
import { clash, first, observeEarly, observeLate } from '../steps.js';

const task = { name: 'task' };

/** One key stands for one approved content; another content under it is a mistake, and must change nothing. */
export const noSecondEffect: Scenario = {
  id: 'conflict/no-second-effect',
  title: 'Another content under a used key changes nothing',
  level: 'MUST',
  course: 'The action is sent, then another content with the same key, twice.',
  holdsWhen: 'There is one record, and it reads the first content; with an upsert, what the contract claims.',
  risk: 'What was approved is replaced by what was not, or both are carried out.',
  usualCause:
    'The key is a part of the identity beside the content, or the create writes over what it finds.',
  remedy: 'Store a fingerprint of the content with the key, and refuse another one without writing.',
  sources: [
    'IETF Idempotency-Key draft, section 2.2: a key is not used with another payload',
    'public report B10: a create that overwrites',
    'contract facts: a key that is ignored when the body differs',
  ],
  needs: ['observe', 'vary', 'kept-variation'],
  flaws: ['conflict-overwrites', 'conflict-creates-second'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const other = variedContent(task, contract);
    const standing = standingContent(task, other, contract);
    const count = recordsAfterClash(contract);
    return whereKeysBind(contract, [
      {
        name: 'another content',
        steps: [
          first(task),
          clash(other),
          clash(other),
          observeEarly(standing, { anyOf: [0, ...count.anyOf] }),
          observeLate(standing, count),
        ],
      },
    ]);
  },
  invariants: [recordsAsPromised, payloadKept],
};
