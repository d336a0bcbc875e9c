import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup } from '../../harness/invariants/unknown-settled-by-lookup.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { eachOfThem } from './each-of-them.js';

const onTheWay: Readonly<Record<string, WireEffect>> = { 'connection refused': { kind: 'refuse' } };
const atTheSocket: Readonly<Record<string, WireEffect>> = {
  'reset before the request': { kind: 'reset-before-request' },
  'request cut in its headers': { kind: 'reset-in-headers' },
  'request cut in its body': { kind: 'reset-in-body' },
};

/** The other side of the doubt: nothing was done, and looking must not be the end of it. */
export const lostRequests: Scenario = {
  id: 'reconcile/lost-requests',
  title: 'A sender that looks first sends what never arrived',
  level: 'MUST',
  course:
    'The requests of actions are refused, or break before they are whole; the sender looks each up, waits until absent can be believed, and sends.',
  holdsWhen: 'There is one record of each action, and none was sent again without a look-up.',
  risk: 'Approved work is never done, since the sender takes a search result for its own record.',
  usualCause: 'A look-up finds something that is like the action, or a draft that nothing comes of.',
  remedy: 'Find by a whole and exact value, and only what is stored for good.',
  sources: ['second essay: reconcile an unknown operation first', 'public report B97'],
  needs: ['lookup', 'observe'],
  flaws: ['timeout-read-as-refusal'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: () => [eachOfThem('on the way', onTheWay), eachOfThem('at the socket', atTheSocket)],
  invariants: [recordsAsPromised, unknownSettledByLookup],
};
