import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** An approval and its outbox row are written together: a death between the two writes leaves neither. */
export const approvalAndIntentTogether: Invariant = {
  id: 'approval-and-intent-together',
  about: 'sender',
  promise: 'An approval and its outbox row are both there or both absent.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const ledger = each.of('ledger-counted').at(-1);
      if (ledger === undefined) return { cases: 0, findings: [] };
      return overCases(keysOf(each, ledger), (key) => apart(each, ledger, key));
    });
    return resultOf(cases, findings, 'no approval was asked for, or the ledger was not counted');
  },
};

/** Keys on disk, and keys of approvals that were asked for and may have left nothing. */
function keysOf(each: TryView, ledger: EventOf<'ledger-counted'>): readonly string[] {
  const asked = [...each.of('approval-recorded'), ...each.of('approval-crashed')].map(({ key }) => key);
  return [...new Set([...asked, ...ledger.approvals, ...ledger.rows.map(({ key }) => key)])];
}

function apart(each: TryView, ledger: EventOf<'ledger-counted'>, key: string): Broken | null {
  const approved = ledger.approvals.includes(key);
  const queued = ledger.rows.some((row) => row.key === key);
  if (approved === queued) return null;
  const asked = each.events.filter(
    (event) => (event.type === 'approval-recorded' || event.type === 'approval-crashed') && event.key === key,
  );
  return {
    attempt: each.name,
    action: each.actions.find((action) => each.declared(action)?.key === key) ?? null,
    sentence: approved
      ? 'An action stands as approved, but nothing will ever deliver it.'
      : 'An action will be delivered, but nobody can show that it was approved.',
    expected: `the approval and the outbox row of key ${key} both on disk, or neither`,
    actual: approved ? 'the approval without its outbox row' : 'the outbox row without its approval',
    events: [...asked.map(({ seq }) => seq), ledger.seq],
  };
}
