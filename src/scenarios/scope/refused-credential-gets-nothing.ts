import { nothingLeaks } from '../../harness/invariants/nothing-leaks.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { refusedCredentialIsRefused } from '../../harness/invariants/refused-credential-is-refused.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, none, observeLate, one, probe } from '../steps.js';

const task = { name: 'task' };
const stranger = { name: 'stranger' };

/** The credential is looked at before the key: a replay is an answer, and answers are for those who may ask. */
export const refusedCredentialGetsNothing: Scenario = {
  id: 'scope/refused-credential-gets-nothing',
  title: 'A refused credential gets no stored answer',
  level: 'MUST',
  course: 'A credential that is no good sends a known key twice, and a key that was never used.',
  holdsWhen: 'Each is refused with 401 or 403, shows nothing of the record, and makes none.',
  risk: 'Somebody whose access was taken away goes on reading records by repeating old requests.',
  usualCause: 'The layer that replays stored answers stands in front of the one that checks credentials.',
  remedy: 'Check the credential first, on replays too.',
  sources: [
    'public report B89: order of authentication, key look-up and validation',
    'third essay, 10: check authorization on replay endpoints',
    'RFC 9110, 15.5.2 and 15.5.4',
  ],
  needs: ['observe', 'refused-credential'],
  flaws: ['replay-before-authorisation'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: () => [
    {
      name: 'a known key and a new one',
      steps: [
        first(task),
        probe(task, { as: 'refused' }),
        probe(task, { as: 'refused' }),
        probe(stranger, { as: 'refused' }),
        observeLate(task, one),
        observeLate(stranger, none),
      ],
    },
  ],
  invariants: [refusedCredentialIsRefused, nothingLeaks, recordsAsPromised],
};
