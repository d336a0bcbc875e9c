import type { EventOf } from '../model/event.js';
import type { RowFacts } from '../model/outbox-row.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, rowEventsOf } from './reading.js';

type Ending = EventOf<'row-recorded'>;

/** What is settled stays settled; what is blocked waits for a person. */
export const finalIsFinal: Invariant = {
  id: 'final-is-final',
  about: 'sender',
  promise: 'No row leaves sent or failed; a row leaves blocked only by a recorded act of an operator.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('row-recorded').filter(({ row }) => ['sent', 'failed', 'blocked'].includes(row.state)),
        (ending) => left(each, ending),
      ),
    );
    return resultOf(cases, findings, 'no action came to an end');
  },
};

function left(each: TryView, ending: Ending): Broken | null {
  const { action, state } = ending.row;
  const next = nextSight(each, ending);
  if (next === null || next.row.state === state) return null;
  const acted = each.of('operator-acted').some((act) => {
    return act.action === action && act.seq > ending.seq && act.seq < next.seq;
  });
  if (state === 'blocked' && acted) return null;
  return {
    attempt: each.name,
    action,
    sentence:
      state === 'blocked'
        ? 'An action that was waiting for an operator was taken up again by the sender itself.'
        : 'An action that was settled was put back among the open ones.',
    expected: state === 'blocked' ? 'the row stays blocked until an operator acts' : `the row stays ${state}`,
    actual: `it went from ${state} to ${next.row.state}`,
    events: [ending.seq, next.seq],
  };
}

/** The row as it is seen next: in its next change, or on disk when the try ends. */
function nextSight(each: TryView, ending: Ending): { readonly row: RowFacts; readonly seq: number } | null {
  const { action } = ending.row;
  const change = rowEventsOf(each, action).find(({ seq }) => seq > ending.seq);
  if (change !== undefined) return change;
  const ledger = each.of('ledger-counted').find(({ seq }) => seq > ending.seq);
  const row = ledger?.rows.find((facts) => facts.action === action);
  return ledger === undefined || row === undefined ? null : { row, seq: ledger.seq };
}
