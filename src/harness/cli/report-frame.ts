import type { HistoryEvent } from '../model/event.js';
import { goneIn } from '../model/history-view.js';
import type { Entry, Report } from '../model/report.js';
import type { RemediationPattern } from '../model/remediation-pattern.js';
import { counted } from '../model/spelled.js';
import type { Budget } from '../run/budget.js';
import { redacted } from '../run/redact.js';
import type { TargetSource } from '../run/target.js';
import type { Kit } from './kit.js';
import type { Opened } from './open-source.js';

/** Everything that happened under some names, such as the ids of requirements. */
export type Histories = ReadonlyMap<string, readonly HistoryEvent[]>;

/** What a report says of its target, its machine and its end, whatever was asked of the target. */
export function frameOf(
  {
    kit,
    opened: { source, notes },
    budget,
    begun,
  }: {
    readonly kit: Kit;
    readonly opened: Pick<Opened, 'source' | 'notes'>;
    readonly budget: Budget;
    /** When the run began, on the kit's clock. */
    readonly begun: number;
  },
  histories: Histories,
  flaw: string | undefined,
): Pick<
  Report,
  | 'kit'
  | 'target'
  | 'startedAt'
  | 'durationMs'
  | 'complete'
  | 'gone'
  | 'exchanges'
  | 'cleanup'
  | 'redactions'
  | 'limits'
  | 'environment'
> & { readonly patterns: readonly RemediationPattern[] } {
  const { adapter } = source;
  const gone = whyGone(histories);
  return {
    kit: { name: 'twiceshy', version: kit.version },
    target: {
      name: adapter.contract.name,
      version: adapter.contract.version ?? null,
      address: adapter.origin,
      mode: adapter.contract.mode,
      plane: source.plane,
      clock: source.clockKind,
      flaw: flaw ?? null,
    },
    startedAt: new Date(begun).toISOString(),
    durationMs: kit.clock.now() - begun,
    complete: !kit.signal.aborted && gone === null,
    gone,
    exchanges: budget.exchanges,
    cleanup: { ...cleanedUp(histories), note: cleanupNote(source, gone) },
    limits: [
      ...limitsReached(budget),
      ...notes.map((note) => `read in the adapter file and not acted upon: ${note}`),
      ...deaths(histories),
      ...cleanUpTroubles(histories),
    ],
    redactions: { secrets: adapter.secrets.length, events: redactedEvents(histories) },
    environment: kit.platform,
    patterns: kit.patterns,
  };
}

/** Why the target was gone for good, as some history tells; null where it stayed. */
export function whyGone(histories: Histories): string | null {
  for (const events of histories.values()) {
    const gone = goneIn(events);
    if (gone !== null) return gone.why;
  }
  return null;
}

/** Where a history is, how long it is, and the end of its chain. */
export function historyLine(events: readonly HistoryEvent[] | undefined, file: string): Entry['history'] {
  const last = events?.at(-1);
  return events === undefined || last === undefined
    ? null
    : { file, events: events.length, head: last.digest };
}

/** How many records a run has deleted, or tried to, and how many remain. */
export function cleanedUp(histories: Histories): {
  readonly attempted: number;
  readonly remaining: number;
} {
  const events = [...histories.values()].flat().filter((event) => event.type === 'records-cleaned-up');
  return {
    attempted: events.reduce((sum, { attempted }) => sum + attempted, 0),
    remaining: events.reduce((sum, { remaining }) => sum + remaining, 0),
  };
}

export function redactedEvents(histories: Histories): number {
  const events = [...histories.values()].flat();
  return events.filter((event) => JSON.stringify(event).includes(redacted)).length;
}

/** After a loss nothing was deleted of what the last requirement made, and perhaps not of what was under way. */
function cleanupNote({ cleanupNote: note, recordsOutlive }: TargetSource, gone: string | null): string {
  return gone === null || !recordsOutlive
    ? note
    : `the target was gone, so records of this run may remain; ${note}`;
}

function deaths(histories: Histories): readonly string[] {
  return [...histories].flatMap(([id, events]) =>
    events.flatMap((event) =>
      event.type === 'target-died' ? [`the receiver died in ${id} and was started again: ${event.why}`] : [],
    ),
  );
}

function cleanUpTroubles(histories: Histories): readonly string[] {
  const troubles = [...histories.values()]
    .flat()
    .flatMap((event) =>
      event.type === 'records-cleaned-up' && event.trouble !== null ? [event.trouble] : [],
    );
  return [...new Set(troubles)].map((trouble) => `a clean-up ended early: ${trouble}`);
}

function limitsReached({ creates, mostCreates }: Budget): readonly string[] {
  if (mostCreates === Number.POSITIVE_INFINITY) return [`${counted(creates, 'create')} used`];
  const used = `${creates} of ${mostCreates} creates used`;
  return creates >= mostCreates ? [`${used}: what came after was not exercised`] : [used];
}
