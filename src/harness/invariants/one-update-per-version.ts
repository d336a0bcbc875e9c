import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

type Update = EventOf<'update-answered'>;

/** Of several changes that were decided on one version of a record, one is accepted and the others are told no. */
export const oneUpdatePerVersion: Invariant = {
  id: 'one-update-per-version',
  about: 'answer',
  promise: 'Of several changes that were decided on one version, one is accepted and the others are refused.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(rivals(each), (updates) => unsettled(each, updates)),
    );
    return resultOf(cases, findings, 'no two changes of one version were sent');
  },
};

/** Groups of updates of one record and version that want different values. */
function rivals(each: TryView): readonly (readonly Update[])[] {
  const groups = new Map<string, Update[]>();
  for (const update of each.of('update-answered')) {
    const name = JSON.stringify([update.action, update.version]);
    groups.set(name, [...(groups.get(name) ?? []), update]);
  }
  return [...groups.values()].filter((group) => new Set(group.map(({ value }) => value)).size > 1);
}

function unsettled(each: TryView, updates: readonly Update[]): Broken | null {
  const version = updates[0]?.version ?? '';
  const accepted = new Set(
    updates.filter(({ outcome }) => outcome.kind === 'updated').map(({ value }) => value),
  );
  const unclear = updates.find(({ outcome }) => outcome.kind !== 'updated' && outcome.kind !== 'rejected');
  if (accepted.size === 1 && unclear === undefined) return null;
  return {
    attempt: each.name,
    action: updates[0]?.action ?? null,
    sentence: sentenceFor(accepted.size, version, unclear),
    expected: 'one accepted, the others refused',
    actual: updates.map(({ value, outcome }) => `${JSON.stringify(value)}: ${outcome.kind}`).join(', '),
    events: updates.map(({ seq }) => seq),
  };
}

function sentenceFor(accepted: number, version: string, unclear: Update | undefined): string {
  if (accepted > 1) {
    return `${accepted} different changes that were decided on version ${version} were accepted: only one of them can stand.`;
  }
  if (accepted === 0) return `Of several changes that were decided on version ${version} none was accepted.`;
  return `A change that came too late was answered ${unclear?.outcome.kind ?? 'unclearly'} where a refusal is due.`;
}
