import type { SeenExchange } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { genuine, inWords, overCases, overTries } from './reading.js';

/** A create with a credential that is no good gets a plain refusal, whatever its key has been used for. */
export const refusedCredentialIsRefused: Invariant = {
  id: 'refused-credential-is-refused',
  about: 'answer',
  promise: 'Whoever may not ask is told so, and nothing else.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.filter(({ started, ended }) => {
          const creates = started.purpose === 'create' || started.purpose === 'second';
          return creates && started.credential === 'refused' && ended !== null && genuine(ended);
        }),
        (exchange) =>
          isRefusal(exchange)
            ? null
            : {
                attempt: each.name,
                action: exchange.started.action,
                sentence:
                  'A request with a credential that is no good was answered with something else than a refusal.',
                expected: 'status 401 or 403',
                actual: exchange.ended === null ? '' : inWords(exchange.ended.answer, exchange.ended.outcome),
                events: [exchange.started.seq, ...(exchange.ended === null ? [] : [exchange.ended.seq])],
              },
      ),
    );
    return resultOf(cases, findings, 'no create was sent with a refused credential');
  },
};

/** Some receivers hide behind another 4xx, or say no in a body of their own; both are refusals. */
function isRefusal({ ended }: SeenExchange): boolean {
  if (ended?.answer.kind !== 'answered') return false;
  const { status } = ended.answer;
  return (status >= 400 && status < 500) || ended.outcome?.kind === 'rejected';
}
