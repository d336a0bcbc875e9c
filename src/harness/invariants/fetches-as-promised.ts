import type { CredentialName } from '../model/action.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** A record is shown to whom it belongs, and to nobody else. */
export const fetchesAsPromised: Invariant = {
  id: 'fetches-as-promised',
  about: 'answer',
  promise: 'A record that is fetched by its id is found by its owner and by nobody else.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('fetched').filter(({ expect }) => expect !== null),
        ({ seq, action, id, credential, finding, expect }) => {
          const found = finding.kind === 'found';
          if (found === (expect === 'found')) return null;
          return {
            attempt: each.name,
            action,
            sentence: sentenceFor(found, credential),
            expected: `${expect ?? ''} when fetched as ${credential}`,
            actual: found ? `found, record ${finding.id}` : `${finding.kind} for ${id}`,
            events: [seq],
          };
        },
      ),
    );
    return resultOf(cases, findings, 'no record was fetched');
  },
};

function sentenceFor(found: boolean, credential: CredentialName): string {
  if (!found) return 'A record that the receiver acknowledged cannot be fetched.';
  return credential === 'main'
    ? 'There is a record that nobody asked for.'
    : 'A record can be read by somebody to whom it does not belong.';
}
