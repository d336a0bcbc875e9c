import type { ActionPlan } from '../../harness/model/action.js';
import type { Contract } from '../../harness/model/contract.js';
import { acknowledgingKinds } from '../../harness/model/outcome.js';
import type { CountPromise, Send, Step } from '../../harness/model/step.js';
import { atMostOne, none, one, retry } from '../steps.js';

/** What a request that the receiver fails is answered with: nothing that can be read as done. */
export const failed: Pick<Send, 'expect'> = { expect: ['unknown', 'rejected'] };

/** Makes the receiver fail the next create. */
export function failNext(at: 'before' | 'half-way'): Step {
  return { do: 'control', what: { control: 'fail-next', at } };
}

/** What the contract lets the next telling of a failed create be answered with, and how many records there are then. */
export function afterFailure({ claims }: Pick<Contract, 'claims'>): {
  readonly expected: Pick<Send, 'expect'>;
  readonly count: CountPromise;
} {
  switch (claims.failures) {
    case 'non_5xx':
    case '2xx_only':
    case 're_execute':
      return { expected: { expect: [...acknowledgingKinds, 'accepted'] }, count: one };
    case 'all':
    case 'burnt':
      return { expected: {}, count: none };
    case 'undocumented':
      return { expected: {}, count: atMostOne };
  }
}

/** The action told again: twice, but once where a second time would make a second record. */
export function toldAgain(
  { mode }: Pick<Contract, 'mode'>,
  action: ActionPlan,
  expected: Pick<Send, 'expect'>,
): readonly Step[] {
  const again = retry(action, expected);
  return mode === 'unguarded' ? [again] : [again, retry(action)];
}
