import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { likeRequestsFareAlike } from '../../harness/invariants/like-requests-fare-alike.js';
import { createsOf } from '../../harness/invariants/reading.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Contract } from '../../harness/model/contract.js';
import type { TryView } from '../../harness/model/history-view.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import type { CountPromise } from '../../harness/model/step.js';
import { atMostOne, definite, first, firstAnswers, none, observeLate, one, refusals } from '../steps.js';

const orders = [{ name: 'order' }, { name: 'other order' }];

/** No key at all is not the same key for everybody. */
export const keylessNotMerged: Scenario = {
  id: 'acceptance/keyless-not-merged',
  title: 'Creates without a key are refused, or each is done',
  level: 'as-claimed',
  claim: 'missing_key',
  course: 'Two creates with different content are sent without a key.',
  holdsWhen: 'Both are refused and leave nothing, or both are done, as the contract says; never one for two.',
  risk: "One customer's order is answered with another customer's, and is never carried out.",
  usualCause: 'The missing key is hashed or stored like any other value, and so is equal for all.',
  remedy: 'Treat a missing key as what it is: refuse the request, or run it without protection.',
  sources: [
    'IETF Idempotency-Key draft, section 2.7: 400 where a required key is missing',
    'public report B76: no key was the same key for everybody',
  ],
  needs: ['observe', 'key-mode'],
  flaws: ['missing-key-hashed'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const { expect, count } = promised(contract);
    return [
      {
        name: 'two without a key',
        steps: [
          ...orders.map((order) => first(order, { keys: [], expect })),
          ...orders.map((order) => observeLate(order, count)),
        ],
      },
    ];
  },
  invariants: [recordsAsPromised, likeRequestsFareAlike, answersAsPromised],
  shows: ['missing_key'],
  sees: (history) => history.tries.flatMap(seenIn),
};

function promised(contract: Contract): { expect: readonly OutcomeKind[]; count: CountPromise } {
  switch (contract.claims.missing_key) {
    case 'reject':
      return { expect: refusals, count: none };
    case 'unguarded':
      return { expect: firstAnswers(contract), count: one };
    case 'undocumented':
      return { expect: definite, count: atMostOne };
  }
}

function seenIn(each: TryView): readonly Observation[] {
  const creates = each.actions.flatMap((action) => createsOf(each, action));
  const seen = each.of('observed');
  const counts = seen.map(({ records }) => records.length);
  if (creates.length === 0 || counts.length === 0 || !seen.every(({ complete }) => complete)) return [];
  const events = creates.map(({ ended }) => ended.seq);
  const all = counts.every((count) => count > 0);
  const nothing = counts.every((count) => count === 0);
  if (all || nothing) return [{ claim: 'missing_key', observed: all ? 'unguarded' : 'reject', events }];
  return [{ claim: 'missing_key', observed: 'two without a key are taken for one action', fits: [], events }];
}
