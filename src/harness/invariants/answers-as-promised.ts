import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { acknowledgingKinds, refusingKinds, type OutcomeKind } from '../model/outcome.js';
import { genuine, inWords, overCases, overTries, wasWaitedOut } from './reading.js';

/** A request whose answer is promised gets one of the promised outcomes. */
export const answersAsPromised: Invariant = {
  id: 'answers-as-promised',
  about: 'answer',
  promise: 'Every request is answered as the contract and the protocol promise.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.flatMap((exchange) => {
          const { started, ended } = exchange;
          const due = started.expect !== null && ended !== null && genuine(ended);
          return due && !wasWaitedOut(exchange) ? [{ started, ended }] : [];
        }),
        ({ started, ended }) => {
          const expected = started.expect ?? [];
          if (ended.outcome !== null && expected.includes(ended.outcome.kind)) return null;
          return {
            attempt: each.name,
            action: started.action,
            sentence: sentenceFor(
              started,
              ended.outcome?.kind ?? 'unknown',
              namedBefore(each, started, ended),
            ),
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

/** True where an earlier answer named the same record: a receiver that marks no replay says created again. */
function namedBefore(
  { exchanges }: TryView,
  { seq }: EventOf<'exchange-started'>,
  { outcome }: EventOf<'exchange-ended'>,
): boolean {
  const id = outcome?.id ?? null;
  return (
    id !== null &&
    exchanges.some(({ ended }) => ended !== null && ended.seq < seq && ended.outcome?.id === id)
  );
}

function sentenceFor(
  { role, expect }: EventOf<'exchange-started'>,
  kind: OutcomeKind,
  namesEarlierRecord: boolean,
): string {
  const expected = expect ?? [];
  const acknowledged = acknowledgingKinds.includes(kind);
  const mayAcknowledge = expected.some((each) => acknowledgingKinds.includes(each));
  if (kind === 'unknown') return 'The receiver gave no definite answer to a request where one is due.';
  if (acknowledged && !mayAcknowledge) {
    if (role !== 'clash') return 'A request that must be refused was accepted.';
    return kind === 'created' && !namesEarlierRecord
      ? 'Another content under a used key was accepted as if the key were new.'
      : 'Another content under a used key was taken for what is done already.';
  }
  if (refusingKinds.includes(kind) && expected.every((each) => acknowledgingKinds.includes(each))) {
    return 'A request that must be done was refused.';
  }
  return `The receiver answered ${kind} where ${listed(expected)} is right.`;
}

function listed(kinds: readonly string[]): string {
  return kinds.join(' or ');
}
