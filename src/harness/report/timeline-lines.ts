import type { Finding } from '../model/report.js';
import { counted, grouped } from '../model/spelled.js';
import { longest, oneLine } from './shown-text.js';
import { markSigns } from './signs.js';
import { drawnTimeline, travelOf } from './timeline.js';

const travelWidth = 'receiver → receiver'.length;

/** A finding's timeline as plain lines, one event each, and a line for what is folded. */
export function timelineLines(finding: Finding): readonly string[] {
  const { events, folded } = drawnTimeline(finding);
  const timeWidth = Math.max(0, ...events.map((event) => grouped(event.ms).length));
  const lines = events.map((event) => {
    const mark = markSigns[event.mark];
    const label = mark === null ? '' : `${mark.shape} ${mark.word}: `;
    const time = grouped(event.ms).padStart(timeWidth);
    return `+${time} ms  ${travelOf(event).padEnd(travelWidth)}  ${label}${oneLine(event.text, longest.label)}`;
  });
  return folded === 0 ? lines : [...lines, `${counted(folded, 'more event')} folded`];
}
