import type { CredentialName } from '../model/action.js';
import type { HistoryEvent } from '../model/event.js';
import { countRecords } from './look-step.js';
import type { Recorder } from './recorder.js';
import type { TryRun } from './try-run.js';

interface Leftover {
  readonly id: string;
  readonly credential: CredentialName;
}

/**
 * Deletes the records that a scenario made, as far as the target offers it, and says how many remain and what stood
 * in the way. It looks every marker up once more, so that records of lost replies are found too. Never throws: a
 * verdict does not fall with the clean-up.
 */
export async function cleanUp(run: TryRun): Promise<void> {
  const { remove } = run.target.adapter;
  if (remove === null) return leaveAsItIs(run.recorder, null);
  let known = 0;
  let gone = 0;
  let trouble: string | null = null;
  try {
    const leftovers = await leftoversOf(run);
    known = leftovers.records.length;
    trouble = leftovers.trouble;
    for (const { id, credential } of leftovers.records) {
      const about = { purpose: 'delete', by: 'runner', action: null, credential } as const;
      const { answer } = await run.exchange(remove.request(id), about);
      if (remove.gone(answer)) gone += 1;
    }
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
  }
  run.recorder.record({ type: 'records-cleaned-up', attempted: known, remaining: known - gone, trouble });
}

/** Deletes nothing, and says how many records are known to remain, and why where something stood in the way. */
export function leaveAsItIs(recorder: Recorder, trouble: string | null): void {
  const remaining = seenIds(recorder.events).size;
  recorder.record({ type: 'records-cleaned-up', attempted: 0, remaining, trouble });
}

/** Ids of all records that were seen or acknowledged. */
function seenIds(events: readonly HistoryEvent[]): ReadonlySet<string> {
  const ids = events.flatMap((event) => {
    if (event.type === 'observed') return event.records.map(({ id }) => id);
    const id = event.type === 'exchange-ended' && event.outcome?.kind === 'created' ? event.outcome.id : null;
    return id === null ? [] : [id];
  });
  return new Set(ids);
}

/** What can be found, and why there may be more. */
async function leftoversOf(
  run: TryRun,
): Promise<{ readonly records: readonly Leftover[]; readonly trouble: string | null }> {
  const { events } = run.recorder;
  const known = new Map<string, Leftover>();
  let trouble: string | null = null;
  for (const marker of new Set(
    events.flatMap((event) => (event.type === 'action-declared' ? [event.marker] : [])),
  )) {
    for (const credential of credentialsOf(events)) {
      const counted = await countRecords(run, null, marker, credential);
      trouble ??= counted.trouble;
      for (const { id } of counted.records) known.set(id, { id, credential });
    }
  }
  return { records: [...known.values()], trouble };
}

/** The credentials under which something was created. */
function credentialsOf(events: readonly HistoryEvent[]): readonly CredentialName[] {
  const used = events.flatMap((event) =>
    event.type === 'exchange-started' && event.purpose === 'create' ? [event.credential] : [],
  );
  return [...new Set(used)].filter((credential) => credential === 'main' || credential === 'other_tenant');
}
