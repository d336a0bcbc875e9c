import type { Finding, TimelineEvent } from '../model/report.js';

/** How many events of a finding are drawn; the rest is folded, and the fold is said. */
export const mostDrawn = 12;

/** What is drawn of a finding's timeline. */
export interface DrawnTimeline {
  readonly events: readonly TimelineEvent[];
  /** Events of the try that are not drawn. */
  readonly folded: number;
}

/** Picks the events to draw, in order: contradictions, then faults, then what the finding names, then the rest. */
export function drawnTimeline(finding: Finding): DrawnTimeline {
  const named = new Set(finding.events);
  const places = finding.timeline.map((event, place) => ({ place, weight: weight(event, named) }));
  const picked = places
    .toSorted((left, right) => left.weight - right.weight || left.place - right.place)
    .slice(0, mostDrawn)
    .map(({ place }) => place);
  const kept = new Set(picked);
  const events = finding.timeline.filter((_, place) => kept.has(place));
  return { events, folded: finding.folded + finding.timeline.length - events.length };
}

function weight(event: TimelineEvent, named: ReadonlySet<number>): number {
  if (event.mark === 'contradiction') return 0;
  if (event.mark === 'fault') return 1;
  return named.has(event.seq) ? 2 : 3;
}

/** Where an event goes, in words: `sender → receiver`, or its lane alone where nothing travels. */
export function travelOf(event: TimelineEvent): string {
  return event.to === null || event.to === event.lane ? event.lane : `${event.lane} → ${event.to}`;
}
