import { resultOf, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** An update is answered as the promise for it says. */
export const updatesAsPromised: Invariant = {
  id: 'updates-as-promised',
  about: 'answer',
  promise: 'An update is accepted when it is current and refused when it is stale.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('update-answered').filter(({ expect }) => expect !== null),
        ({ seq, action, version, outcome, expect }) =>
          expect?.includes(outcome.kind) === true
            ? null
            : {
                attempt: each.name,
                action,
                sentence: `An update that expects version ${version} was answered ${outcome.kind}.`,
                expected: expect?.join(' or ') ?? '',
                actual: outcome.kind,
                events: [seq],
              },
      ),
    );
    return resultOf(cases, findings, 'no update was answered');
  },
};
