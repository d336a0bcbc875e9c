import type { Finding, TimelineEvent } from '../../model/report.js';
import { counted, grouped } from '../../model/spelled.js';
import { markSigns } from '../signs.js';
import { drawnTimeline, travelOf } from '../timeline.js';
import { label, markup, type Markup, verbatim } from './markup.js';
import { signMark } from './sign-mark.js';

const lanes = ['sender', 'wire', 'receiver', 'ledger'] as const;

/** Height in pixels at which a row's mark and arrow lie, level with the row's first line of text. */
const level = 17;

/** A finding's timeline: one row an event, lanes and arrows drawn beside what happened, time going down. */
export function timelineFigure(finding: Finding): Markup | null {
  const { events, folded } = drawnTimeline(finding);
  if (events.length === 0) return null;
  const action = finding.action === null ? null : markup`, action <code>${label(finding.action)}</code>`;
  return markup`<figure class="timeline">
    <figcaption>Timeline of try <code>${label(finding.try)}</code>${action}; time goes down, lanes are ${lanes.join(', ')}.</figcaption>
    <div class="lanes-head" aria-hidden="true">${heads()}</div>
    <ol>${events.map(row)}
    </ol>
    ${folded === 0 ? null : markup`<p class="folded">${counted(folded, 'more event')} folded</p>`}
  </figure>`;
}

function heads(): Markup {
  return markup`<svg class="lanes" height="18" focusable="false">${lanes.map(
    (lane, index) => markup`<text x="${across(index)}" y="13" text-anchor="middle">${lane}</text>`,
  )}</svg>`;
}

function row(event: TimelineEvent): Markup {
  const sign = markSigns[event.mark];
  const spoken = `${travelOf(event)}${sign === null ? '' : `, ${sign.word}`}`;
  return markup`
      <li class="${event.mark}"><svg class="lanes" role="img" aria-label="${spoken}" focusable="false">${arrow(event)}${shape(event)}</svg>
        <p><span class="when">+${elapsed(event.ms)}</span> ${sign === null ? null : markup`${signMark(sign)} `}<span class="what">${label(event.text)}</span></p></li>`;
}

/** Long waits are told in seconds, so that the column stays narrow. */
function elapsed(ms: number): string {
  return ms < 100_000 ? `${grouped(ms)} ms` : `${grouped(Math.round(ms / 1_000))} s`;
}

function arrow(event: TimelineEvent): Markup | null {
  if (event.to === null || event.to === event.lane) return null;
  const from = lanes.indexOf(event.lane);
  const to = lanes.indexOf(event.to);
  const head = to > from ? 'M0 0-9-4.5-9 4.5z' : 'M0 0 9-4.5 9 4.5z';
  return markup`<line class="arrow" x1="${across(from)}" x2="${across(to)}" y1="${level}" y2="${level}"/><svg class="at" x="${across(to)}" y="${level}" width="1" height="1"><path class="head" d="${verbatim(head)}"/></svg>`;
}

function shape(event: TimelineEvent): Markup {
  const at = across(lanes.indexOf(event.lane));
  switch (event.mark) {
    case 'plain':
      return markup`<circle class="dot" cx="${at}" cy="${level}" r="4"/>`;
    case 'fault':
      return markup`<svg class="at" x="${at}" y="${level}" width="1" height="1"><path class="mishap" d="M0-9 9 0 0 9-9 0z"/></svg>`;
    case 'contradiction':
      return markup`<svg class="at" x="${at}" y="${level}" width="1" height="1"><circle class="clash" r="9"/><path class="cross" d="M-4-4 4 4M4-4-4 4"/></svg>`;
  }
}

function across(lane: number): string {
  return `${String((lane + 0.5) * (100 / lanes.length))}%`;
}
