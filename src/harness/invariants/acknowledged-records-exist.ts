import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deletionOf, deliveriesOf, overCases, overTries } from './reading.js';

interface Acknowledged {
  readonly action: string;
  readonly id: string;
  /** The events that say so; the last one is when it was said. */
  readonly events: readonly number[];
}

/** Every id that an acknowledgement names is a record that can be seen. */
export const acknowledgedRecordsExist: Invariant = {
  id: 'acknowledged-records-exist',
  about: 'effect',
  promise: 'Every record that the receiver says it made can be fetched or observed.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.flatMap((action) => acknowledgedOf(each, action)),
        (said) => missing(each, said),
      ),
    );
    return resultOf(cases, findings, 'no acknowledged record was fetched or observed');
  },
};

/** What answers to creates said, and what the sender found by a look-up in place of a retry. */
function acknowledgedOf(each: TryView, action: string): Acknowledged[] {
  const answers = deliveriesOf(each, action).flatMap(({ exchange, ended, outcome }) =>
    outcome.id !== null && acknowledges(outcome)
      ? [{ action, id: outcome.id, events: [exchange.started.seq, ended.seq] }]
      : [],
  );
  const found = each
    .of('looked-up')
    .flatMap(({ seq, by, action: name, finding }) =>
      by === 'sender' && name === action && finding.kind === 'found'
        ? [{ action, id: finding.id, events: [seq] }]
        : [],
    );
  return [...answers, ...found].filter((said) => looksAt(each, said).length > 0);
}

interface Look {
  readonly seq: number;
  readonly seen: boolean;
}

/** Looks of the owner at that record after it was acknowledged, and before it was deleted. */
function looksAt(each: TryView, said: Acknowledged): Look[] {
  const after = Math.max(...said.events);
  const marker = each.declared(said.action)?.marker;
  const fetches = each
    .of('fetched')
    .filter(({ seq, id, credential, finding }) => {
      return seq > after && id === said.id && credential === 'main' && finding.kind !== 'trouble';
    })
    .map(({ seq, finding }) => ({ seq, seen: finding.kind === 'found' && finding.id === said.id }));
  const counts = each
    .of('observed')
    .filter((count) => {
      const own = count.marker === marker && count.credential === 'main';
      return own && count.seq > after && count.complete && settledBetween(each, after, count);
    })
    .map(({ seq, records }) => ({ seq, seen: records.some(({ id }) => id === said.id) }));
  return [...fetches, ...counts].filter(({ seq }) => seq < deletionOf(each, said.action));
}

/** True when the settle time passed between the acknowledgement and the count. */
function settledBetween(each: TryView, after: number, count: EventOf<'observed'>): boolean {
  return (
    count.when === 'late' ||
    each.of('time-passed').some(({ seq, why }) => why === 'settle' && seq > after && seq < count.seq)
  );
}

function missing(each: TryView, said: Acknowledged): Broken | null {
  const blind = looksAt(each, said).filter((look) => !look.seen);
  if (blind.length === 0) return null;
  return {
    attempt: each.name,
    action: said.action,
    sentence: 'The receiver said that it made a record which nobody can find.',
    expected: `record ${said.id} can be seen by its owner`,
    actual: 'it is not there',
    events: [...said.events, ...blind.map(({ seq }) => seq)],
  };
}
