import { resultOf, type Invariant } from '../model/invariant.js';
import { genuine, inWords, overCases, overTries } from './reading.js';

/** Whoever is told to come back later is told when. */
export const throttlesNameTheirWait: Invariant = {
  id: 'throttles-name-their-wait',
  about: 'answer',
  promise: 'A throttled request is told how long to wait.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.flatMap(({ started, ended }) =>
          ended?.outcome?.kind === 'throttled' && genuine(ended) ? [{ started, ended }] : [],
        ),
        ({ started, ended }) =>
          ended.outcome?.retryAfterMs === null
            ? {
                attempt: each.name,
                action: started.action,
                sentence:
                  'A throttled request is not told how long to wait: senders will guess, and come too early.',
                expected: 'a Retry-After, or where the adapter file says the wait is',
                actual: inWords(ended.answer, ended.outcome),
                events: [started.seq, ended.seq],
              }
            : null,
      ),
    );
    return resultOf(cases, findings, 'no request was throttled');
  },
};
