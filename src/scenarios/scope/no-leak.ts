import { nothingLeaks } from '../../harness/invariants/nothing-leaks.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, probe, retry } from '../steps.js';

const ours = { name: 'ours' };
const theirs = { name: 'theirs', keyOf: 'ours' };

/** Whoever knows or guesses a key learns nothing by it of another tenant's records. */
export const noLeak: Scenario = {
  id: 'scope/no-leak',
  title: "Another tenant's key opens nothing",
  level: 'MUST',
  course: "Another tenant uses the owner's key three times: with content of its own, and with the owner's.",
  holdsWhen:
    "No answer to the other tenant shows the owner's id or content, and the owner still has one record.",
  risk: "A customer reads another customer's data by using the same key.",
  usualCause: 'Stored answers are kept in a cache by key alone, in front of the check whose they are.',
  remedy: 'Look a stored answer up by tenant and key together, after the credential was checked.',
  sources: [
    'public report B70: answer leaks to another tenant',
    'contract fact: low-entropy keys let users of one account read each other (Adyen)',
    'IETF Idempotency-Key draft, 5: data leaks',
  ],
  needs: ['observe', 'other-tenant'],
  flaws: ['replay-leaks-across-tenants'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'content of its own',
        steps: [
          first(ours),
          probe(theirs, { as: 'other_tenant' }),
          probe(theirs, { as: 'other_tenant' }),
          retry(ours),
          observeLate(ours, one),
        ],
      },
      {
        name: 'the same content',
        steps: [first(ours), probe(ours, { as: 'other_tenant' }), retry(ours), observeLate(ours, one)],
      },
    ]),
  invariants: [nothingLeaks, recordsAsPromised],
};
