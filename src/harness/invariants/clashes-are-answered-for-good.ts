import { headerOf, type Answer } from '../model/exchange.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import type { Outcome } from '../model/outcome.js';
import { createsOf, genuine, inWords, overCases, overTries, type AnsweredCreate } from './reading.js';

/** Statuses below 500 that ask for another try: 408 and 425 (RFC 9110, RFC 8470), 423 and 429 by their meaning. */
const passingStatuses = [408, 423, 425, 429];

/** Another content under a used key gets an answer that nobody takes for "try again". */
export const clashesAreAnsweredForGood: Invariant = {
  id: 'clashes-are-answered-for-good',
  about: 'answer',
  promise: 'A clash of contents is answered so that no sender tries it again.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(clashesOf(each), ({ exchange, ended, outcome }) => {
        const why = invitation(ended.answer, outcome);
        if (why === null) return null;
        return {
          attempt: each.name,
          action: exchange.started.action,
          sentence: `A mix-up of two actions is answered as ${why}: a sender tries it again and again.`,
          expected: 'an answer that is final, such as 422 or another 4xx',
          actual: inWords(ended.answer, outcome),
          events: [exchange.started.seq, ended.seq],
        };
      }),
    );
    return resultOf(cases, findings, 'no other content was answered');
  },
};

function clashesOf(each: TryView): readonly AnsweredCreate[] {
  return each.actions
    .flatMap((action) => createsOf(each, action))
    .filter(({ exchange, ended }) => exchange.started.role === 'clash' && genuine(ended));
}

/** What makes an answer an invitation to try again; null where nothing does. */
function invitation(answer: Answer, outcome: Outcome): string | null {
  if (answer.kind !== 'answered') return null;
  if (answer.status >= 500) return `a server error (${answer.status})`;
  if (outcome.kind === 'in-flight') return 'a request that is still under way';
  if (outcome.kind === 'throttled' || passingStatuses.includes(answer.status)) return 'a request to wait';
  if (headerOf(answer.headers, 'retry-after') !== null) return 'a request to wait (Retry-After)';
  return outcome.kind === 'unknown' ? 'nothing that can be read' : null;
}
