import { resultOf, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** What was counted right after the reply is what is counted after the settle time. */
export const lateCountEqualsEarly: Invariant = {
  id: 'late-count-equals-early',
  about: 'effect',
  promise: 'Nothing more appears at the receiver after it has answered.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('observed').flatMap((late) => {
          const early = each
            .of('observed')
            .find((seen) => seen.when === 'early' && seen.action === late.action && seen.seq < late.seq);
          return late.when === 'late' && late.complete && early?.complete === true ? [{ early, late }] : [];
        }),
        ({ early, late }) =>
          early.records.length === late.records.length
            ? null
            : {
                attempt: each.name,
                action: late.action,
                sentence: 'A record appeared after the receiver had already answered.',
                expected: `${early.records.length} records, as counted right after the reply`,
                actual: `${late.records.length} records after the settle time`,
                events: [early.seq, late.seq],
              },
      ),
    );
    return resultOf(cases, findings, 'no action was counted both early and late');
  },
};
