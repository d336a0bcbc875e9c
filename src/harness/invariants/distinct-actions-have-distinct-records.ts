import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import type { TryView } from '../model/history-view.js';
import { deliveriesOf, namedIds, overTries } from './reading.js';

/** No record is named for two different actions. */
export const distinctActionsHaveDistinctRecords: Invariant = {
  id: 'distinct-actions-have-distinct-records',
  about: 'effect',
  promise: 'Two different actions are never answered with one record.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const named = each.actions.flatMap((action) => namedIds(each, action).map((id) => ({ action, id })));
      return { cases: each.actions.length > 1 ? named.length : 0, findings: shared(each, named) };
    });
    return resultOf(cases, findings, 'no two actions were acknowledged');
  },
};

function shared(each: TryView, named: readonly { action: string; id: string }[]): Broken[] {
  const owners = new Map<string, string>();
  return named.flatMap(({ action, id }) => {
    const owner = owners.get(id) ?? action;
    owners.set(id, owner);
    if (owner === action) return [];
    const events = [owner, action].flatMap((name) =>
      deliveriesOf(each, name)
        .filter(({ outcome }) => outcome.id === id)
        .slice(0, 1)
        .flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
    );
    return [
      {
        attempt: each.name,
        action,
        sentence:
          'Two different approved actions were answered with one and the same record: one of them is lost.',
        expected: `another record than ${id}, which belongs to action ${owner}`,
        actual: `record ${id} for action ${action} too`,
        events,
      },
    ];
  });
}
