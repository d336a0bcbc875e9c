import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deliveriesOf, inWords, overCases, overTries } from './reading.js';

/** Who is told that a record exists is told which one. */
export const acknowledgementsNameTheRecord: Invariant = {
  id: 'acknowledgements-name-the-record',
  about: 'answer',
  promise: 'Every acknowledgement names the record, or a look-up does.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.flatMap((action) =>
          deliveriesOf(each, action)
            .filter(({ outcome }) => acknowledges(outcome))
            .map((create) => ({ action, create })),
        ),
        ({ action, create: { exchange, ended, outcome } }) =>
          outcome.id !== null || isLookedUp(each, action)
            ? null
            : {
                attempt: each.name,
                action,
                sentence: 'The receiver says that the record is there, and not which one it is.',
                expected: "an acknowledgement with the record's id",
                actual: `${inWords(ended.answer, outcome)}, without an id`,
                events: [exchange.started.seq, ended.seq],
              },
      ),
    );
    return resultOf(cases, findings, 'nothing was acknowledged');
  },
};

function isLookedUp(each: TryView, action: string): boolean {
  return each.of('looked-up').some((seen) => seen.action === action && seen.finding.kind === 'found');
}
