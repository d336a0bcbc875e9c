import { resultOf, type Invariant } from '../model/invariant.js';
import { genuine, inWords, overCases, overTries } from './reading.js';

/** A request whose answer is promised gets one of the promised outcomes. */
export const answersAsPromised: Invariant = {
  id: 'answers-as-promised',
  about: 'answer',
  promise: 'Every request is answered as the contract and the protocol promise.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.flatMap(({ started, ended }) =>
          started.expect !== null && ended !== null && genuine(ended) ? [{ started, ended }] : [],
        ),
        ({ started, ended }) => {
          const expected = started.expect ?? [];
          if (ended.outcome !== null && expected.includes(ended.outcome.kind)) return null;
          return {
            attempt: each.name,
            action: started.action,
            sentence: `The receiver answered ${ended.outcome?.kind ?? 'nothing that can be read'} where ${listed(expected)} is right.`,
            expected: listed(expected),
            actual: inWords(ended.answer, ended.outcome),
            events: [started.seq, ended.seq],
          };
        },
      ),
    );
    return resultOf(cases, findings, 'no request whose answer is promised was answered');
  },
};

function listed(kinds: readonly string[]): string {
  return kinds.join(' or ');
}
