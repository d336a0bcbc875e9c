import { atPointer, sameJson } from '../model/json.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** Records show the values that a scenario says must stand in them. */
export const recordsReadAsPromised: Invariant = {
  id: 'records-read-as-promised',
  about: 'effect',
  promise: 'The record still says what it must say after all that was sent.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each
          .of('observed')
          .flatMap((seen) =>
            seen.records.flatMap((record) => seen.reads.map((wanted) => ({ seen, record, wanted }))),
          ),
        ({ seen, record, wanted }) => {
          const value = atPointer(record.fields, wanted.pointer);
          if (sameJson(value, wanted.value)) return null;
          return {
            attempt: each.name,
            action: seen.action,
            sentence:
              'The record was changed by a request that must not change it, or lost a change that must stand.',
            expected: `${wanted.pointer} of ${record.id} reads ${JSON.stringify(wanted.value)}`,
            actual: value === undefined ? 'it is missing' : `it reads ${JSON.stringify(value)}`,
            events: [seen.seq],
          };
        },
      ),
    );
    return resultOf(cases, findings, 'no record was there to be read');
  },
};
