import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, rowEventsOf } from './reading.js';

/** Every approved action still has its row when the run ends: in a state that somebody will see or take up. */
export const nothingVanishes: Invariant = {
  id: 'nothing-vanishes',
  about: 'sender',
  promise:
    'Every approved action ends sent, unknown, blocked or failed, or is still to be done; none is lost.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const ledger = each.of('ledger-counted').at(-1);
      if (ledger === undefined) return { cases: 0, findings: [] };
      return overCases(each.of('approval-recorded'), (approval) => lost(each, ledger, approval));
    });
    return resultOf(cases, findings, 'nothing was approved, or the ledger was not counted');
  },
};

function lost(
  each: TryView,
  ledger: EventOf<'ledger-counted'>,
  { action, key, seq }: EventOf<'approval-recorded'>,
): Broken | null {
  if (ledger.rows.some((row) => row.key === key)) return null;
  const changes = rowEventsOf(each, action);
  const last = changes.at(-1);
  return {
    attempt: each.name,
    action,
    sentence: 'An approved action has vanished from the outbox: nobody will deliver it, and nobody is told.',
    expected: 'a row that is sent, unknown, blocked, failed or still to be done',
    actual: `no row${last === undefined ? '' : `; it was last seen as ${last.row.state}, attempt ${last.row.attempts}`}`,
    events: [seq, ...changes.map((change) => change.seq), ledger.seq],
  };
}
