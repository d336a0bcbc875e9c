import { resultOf, type Invariant } from '../model/invariant.js';
import { genuine, inWords, overCases, overTries } from './reading.js';

/** No create is answered with a server error of the receiver's own. */
export const noServerErrors: Invariant = {
  id: 'no-server-errors',
  about: 'answer',
  promise: 'No request makes the receiver answer with a server error.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.flatMap(({ started, ended }) =>
          ['create', 'second'].includes(started.purpose) && ended !== null && genuine(ended)
            ? [{ started, ended }]
            : [],
        ),
        ({ started, ended }) =>
          ended.answer.kind === 'answered' && ended.answer.status >= 500
            ? {
                attempt: each.name,
                action: started.action,
                sentence: 'The receiver failed with a server error where a plain answer is due.',
                expected: 'a status below 500',
                actual: inWords(ended.answer, ended.outcome),
                events: [started.seq, ended.seq],
              }
            : null,
      ),
    );
    return resultOf(cases, findings, 'no create was answered');
  },
};
