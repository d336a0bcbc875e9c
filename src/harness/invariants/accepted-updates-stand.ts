import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { atPointer, sameJson, type Json } from '../model/json.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

type Update = EventOf<'update-answered'>;

interface Standing {
  readonly update: Update;
  readonly look: RecordLook;
}

/** One record as its owner saw it, in a count or in a fetch. */
export interface RecordLook {
  readonly seq: number;
  readonly action: string;
  readonly fields: Json;
}

/** A change that the receiver accepted is in the record until another, decided on a later version, is accepted. */
export const acceptedUpdatesStand: Invariant = {
  id: 'accepted-updates-stand',
  about: 'effect',
  promise: 'A change that was accepted is not undone by one that was decided on an older state.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(standingsOf(each), (standing) => undone(each, standing)),
    );
    return resultOf(cases, findings, 'no record was looked at after an update was accepted');
  },
};

/** Every look of the owner at a record. */
export function recordLooks(each: TryView): readonly RecordLook[] {
  const counted = each
    .of('observed')
    .filter(({ credential }) => credential === 'main')
    .flatMap(({ seq, action, records }) => records.map(({ fields }) => ({ seq, action, fields })));
  const fetched = each.of('fetched').flatMap(({ seq, action, credential, finding }) => {
    const own = credential === 'main' && finding.kind === 'found';
    return own ? [{ seq, action, fields: finding.fields }] : [];
  });
  return [...counted, ...fetched].toSorted((one, other) => one.seq - other.seq);
}

/** The updates of an action that the receiver accepted before that event. */
export function acceptedBefore(each: TryView, action: string, seq: number): readonly Update[] {
  return each
    .of('update-answered')
    .filter((update) => update.action === action && update.seq < seq && update.outcome.kind === 'updated');
}

function standingsOf(each: TryView): Standing[] {
  return recordLooks(each).flatMap((look) => {
    const accepted = acceptedBefore(each, look.action, look.seq);
    return accepted
      .filter(({ seq, version }) => !accepted.some((later) => later.seq > seq && later.version !== version))
      .map((update) => ({ update, look }));
  });
}

function undone(each: TryView, { update, look }: Standing): Broken | null {
  const value = atPointer(look.fields, update.pointer);
  if (sameJson(value, update.value)) return null;
  return {
    attempt: each.name,
    action: update.action,
    sentence: 'A change that the receiver accepted is gone: it was written over, and nobody was told.',
    expected: `${update.pointer} reads ${JSON.stringify(update.value)}`,
    actual: value === undefined ? 'it is missing' : `it reads ${JSON.stringify(value)}`,
    events: [update.seq, look.seq],
  };
}
