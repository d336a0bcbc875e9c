import type { Finding, TimelineEvent } from '../../model/report.js';
import { counted, grouped } from '../../model/spelled.js';
import type { AlikeFindings } from '../alike-findings.js';
import { placeOf } from '../place-of.js';
import { places } from '../places.js';
import { label, markup, preformatted, type Markup } from './markup.js';
import { timelineFigure } from './timeline-figure.js';

/** Raw exchanges of one finding, and places of alike findings, that are shown; the rest is counted. */
const most = { exchanges: 40, places: 20 } as const;

/**
 * One kind of finding: the first in full, and of those that are alike how many, where, and to unfold what was otherwise.
 * Its timeline is open where `drawn` says so; a second one of the same requirement mostly shows the same course.
 */
export function findingPart({ first, others }: AlikeFindings, drawn: boolean): Markup {
  return markup`<div class="finding">
    <p>${first.sentence}</p>
    ${versus(first)}
    ${drawn ? timelineFigure(first) : foldedTimeline(first)}
    ${exchanges(first)}
    ${others.length === 0 ? null : alike(first, others)}
    </div>`;
}

function foldedTimeline(finding: Finding): Markup | null {
  if (finding.timeline.length === 0) return null;
  return markup`<details><summary>Timeline of ${placeOf(finding)}</summary>${timelineFigure(finding)}</details>`;
}

function versus({ expected, actual }: Finding): Markup {
  return markup`<dl class="versus">
      <div><dt>Expected</dt><dd>${expected}</dd></div>
      <div><dt>Actual</dt><dd>${actual}</dd></div>
    </dl>`;
}

function alike(first: Finding, others: readonly Finding[]): Markup {
  const where = places(others);
  const rest = where.length - most.places;
  return markup`<details class="alike"><summary>Found ${counted(others.length, 'more time')}, alike. Tries: ${where.slice(0, most.places).join('; ')}${rest > 0 ? markup`; ${counted(rest, 'more place')}` : null}</summary>${others.map((other) => repeated(first, other))}</details>`;
}

/** What is the same as in the first is not told again. */
function repeated(first: Finding, other: Finding): Markup {
  const same = other.expected === first.expected && other.actual === first.actual;
  return markup`
    <div class="repeated"><h4>${placeOf(other)}</h4>
    ${same ? null : versus(other)}
    ${timelineFigure(other)}
    ${exchanges(other)}</div>`;
}

function exchanges({ timeline }: Finding): Markup | null {
  const told = timeline.filter((event) => event.raw !== '');
  if (told.length === 0) return null;
  const untold = told.length - most.exchanges;
  return markup`<details><summary>${counted(Math.min(told.length, most.exchanges), 'raw exchange or event', 'raw exchanges and events')}</summary>
    ${told.slice(0, most.exchanges).map(exchange)}
    ${untold > 0 ? markup`<p class="folded">${counted(untold, 'more', 'more')} in the history</p>` : null}</details>`;
}

function exchange(event: TimelineEvent): Markup {
  return markup`
      <h4>Event ${event.seq}, +${grouped(event.ms)} ms: ${label(event.text)}</h4>
      <pre tabindex="0">${preformatted(event.raw)}</pre>`;
}
