import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deletionOf, deliveriesOf, overCases, overTries } from './reading.js';

interface Count {
  readonly seen: EventOf<'observed'>;
  /** Ids that were acknowledged under the marker before the count. */
  readonly acknowledged: readonly string[];
}

/** Whoever counts the records of a marker sees every one that was acknowledged, on whatever page it stands. */
export const countsAreComplete: Invariant = {
  id: 'counts-are-complete',
  about: 'answer',
  promise: 'A count of records shows every record that was acknowledged.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(countsOf(each), (count) => incomplete(each, count)),
    );
    return resultOf(cases, findings, 'no acknowledged records were counted');
  },
};

function countsOf(each: TryView): Count[] {
  return each
    .of('observed')
    .filter(({ when, complete, credential }) => when === 'late' && complete && credential === 'main')
    .map((seen) => ({ seen, acknowledged: acknowledgedBefore(each, seen) }))
    .filter(({ acknowledged }) => acknowledged.length > 0);
}

function acknowledgedBefore(each: TryView, { seq, marker }: EventOf<'observed'>): readonly string[] {
  const ids = each.actions
    .filter((action) => each.declared(action)?.marker === marker && seq < deletionOf(each, action))
    .flatMap((action) => deliveriesOf(each, action))
    .filter(({ ended, outcome }) => ended.seq < seq && acknowledges(outcome))
    .flatMap(({ outcome }) => (outcome.id === null ? [] : [outcome.id]));
  return [...new Set(ids)];
}

function incomplete(each: TryView, { seen, acknowledged }: Count): Broken | null {
  const shown = new Set(seen.records.map(({ id }) => id));
  const missing = acknowledged.filter((id) => !shown.has(id));
  if (missing.length === 0) return null;
  return {
    attempt: each.name,
    action: seen.action,
    sentence: `The list shows ${acknowledged.length - missing.length} of ${acknowledged.length} records that were acknowledged, and says that it is whole.`,
    expected: `${acknowledged.length} records with marker ${seen.marker}`,
    actual: `without ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`,
    events: [seen.seq],
  };
}
