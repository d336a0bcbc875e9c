import { believedLookUpsAreTrue } from '../../harness/invariants/believed-look-ups-are-true.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup } from '../../harness/invariants/unknown-settled-by-lookup.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { eachOfThem } from './each-of-them.js';

const held: Readonly<Record<string, WireEffect>> = { 'reply held': { kind: 'hold-reply' } };
const onTheWay: Readonly<Record<string, WireEffect>> = {
  'reply lost': { kind: 'lose-reply' },
  'reply cut in its body': { kind: 'cut-body' },
  'answered 502': { kind: 'gateway-answer', status: 502 },
  'answered 503': { kind: 'gateway-answer', status: 503 },
  'answered 504': { kind: 'gateway-answer', status: 504 },
};
const atTheSocket: Readonly<Record<string, WireEffect>> = {
  'reply cut in its status line': { kind: 'cut-status-line' },
  'reply cut in its headers': { kind: 'cut-headers' },
  'reset after the request': { kind: 'reset-after-request' },
};

/** The commonest doubt: the work is done, and nobody said so. */
export const lostReplies: Scenario = {
  id: 'reconcile/lost-replies',
  title: 'A sender that looks first does nothing twice when replies are lost',
  level: 'MUST',
  course:
    'Actions are delivered and their replies held (not at quick effort), lost, cut, or replaced by a gateway error; the sender looks each up, and sends what is absent.',
  holdsWhen:
    'There is one record of each action, the look-ups find it (a key must not have to save it), and none was sent again without one.',
  risk: 'The sender looks, is told that nothing is there, and does the same work a second time.',
  usualCause: 'Look-ups lag behind the writes, or do not find by what the sender can look for.',
  remedy: 'Answer look-ups from the store that the create writes to, by a value that the sender chose.',
  sources: [
    'second essay: reconcile an unknown operation first',
    'public report B23: search-then-create against a lagging index',
  ],
  needs: ['lookup', 'observe'],
  flaws: ['retries-without-lookup'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ effort }) => [
    eachOfThem('on the way', effort === 'quick' ? onTheWay : { ...held, ...onTheWay }),
    eachOfThem('at the socket', atTheSocket),
  ],
  invariants: [recordsAsPromised, believedLookUpsAreTrue, unknownSettledByLookup],
};
