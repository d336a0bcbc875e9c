import type { Contract } from '../../harness/model/contract.js';
import { acknowledgingKinds, type OutcomeKind } from '../../harness/model/outcome.js';
import type { CountPromise, Send } from '../../harness/model/step.js';
import { firstAnswers, one, two } from '../steps.js';
import { endingWindowMs } from './window.js';

/** What refuses a key whose window is over. */
export const refusedForGood: readonly OutcomeKind[] = ['expired', 'key-refused', 'rejected'];

const oneOrTwo: CountPromise = { anyOf: [1, 2] };

/** What the answer to a late retry is, and how many records there are then. */
interface Promised {
  readonly send: Partial<Pick<Send, 'expect'>>;
  readonly count: CountPromise;
}

/** What the contract promises of a key whose window is over; a floor may be kept for longer, and there a replay keeps every claim. */
export function promisedPastTheWindow(contract: Contract): Promised {
  const kept = endingWindowMs(contract) === null;
  const also = (kinds: readonly OutcomeKind[]): readonly OutcomeKind[] =>
    kept ? [...kinds, ...acknowledgingKinds] : kinds;
  switch (contract.claims.after_expiry) {
    case 'new_record':
      return { send: { expect: also(firstAnswers(contract)) }, count: kept ? oneOrTwo : two };
    case 'refuse':
      return { send: { expect: also(refusedForGood) }, count: one };
    case 'replay':
      return { send: { expect: acknowledgingKinds }, count: one };
    case 'undocumented':
      return { send: {}, count: oneOrTwo };
  }
}
