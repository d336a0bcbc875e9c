import type { LoadDistribution } from '../../model/distribution.js';
import type { LoadLine, Report } from '../../model/report.js';
import { grouped } from '../../model/spelled.js';
import { markup, type Markup, verbatim } from './markup.js';
import { rounded, spelledMs } from './plot-numbers.js';
import { requirementLink, type Told } from './requirement-link.js';

const kinds = [
  { time: 'service', title: 'Service time', says: 'from the beginning of a request to its end' },
  { time: 'wait', title: 'Scheduling wait', says: 'from the time of a request to its beginning' },
] as const;

/** The axis of shares is told at these: half, one in ten that is slower, one in a hundred, and on. */
const shares = [50, 90, 99, 99.9, 99.99] as const;
const mostNines = 4;

/** Percentile plots and a table for each load; null where none was put on the receiver. */
export function loadSection({ loads }: Report, told: Told): Markup | null {
  if (loads.length === 0) return null;
  return markup`
<section id="load" aria-labelledby="load-title">
  <h2 id="load-title">Under load</h2>${loads.map((load) => loadFigures(load, told))}
</section>`;
}

function loadFigures(load: LoadLine, told: Told): Markup {
  const { actions, sends, offeredPerSecond, records, distributions } = load;
  const counted =
    records === null
      ? 'the records could not all be counted'
      : `${grouped(records)} records were there at the end`;
  const end = Math.max(1, ...distributions.map(({ max }) => max));
  return markup`
  <p>${requirementLink(load.requirement, told)}: ${grouped(actions)} new actions and ${grouped(sends - actions)} replays were offered at ${grouped(offeredPerSecond)} a second, at times fixed in advance; ${counted}. To the right, each plot looks ten times closer at the slowest; the solid line is of new actions, the dashed one of replays.</p>
  <div class="plots">${kinds.map((kind) => plot(kind, load, end))}
  </div>
  <table class="stacks">
    <caption>The same in numbers: what half, 90, 99 and 99.9 in a hundred did not exceed.</caption>
    <thead><tr><th scope="col">Time</th>${['Count', 'p50', 'p90', 'p99', 'p99.9', 'Max'].map((name) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead>
    <tbody>${distributions.map(row)}
    </tbody>
  </table>`;
}

function plot(
  { time, title, says }: (typeof kinds)[number],
  { distributions }: LoadLine,
  end: number,
): Markup {
  const drawn = distributions.filter((each) => each.time === time);
  const spoken = drawn.map(
    ({ sent, p50, p99, max }) =>
      `${sent}: p50 ${spelledMs(p50)}, p99 ${spelledMs(p99)}, max ${spelledMs(max)}`,
  );
  return markup`
    <figure class="plot">
      <figcaption><b>${title}</b> <span class="muted">${says}</span></figcaption>
      <svg class="curve" role="img" aria-label="${title}. ${spoken.join('; ')}" focusable="false">${grid(end)}<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${drawn.map((each) => curve(each, end))}</svg></svg>
      <div class="ticks" aria-hidden="true"><svg focusable="false">${shares.map(shareLabel)}</svg></div>
    </figure>`;
}

function curve({ sent, count, curve: points }: LoadDistribution, end: number): Markup {
  // The slowest of n is the place of one in n.
  const share = (percentile: number): number => (percentile === 100 ? 100 - 100 / count : percentile);
  const path = points.map(({ percentile, ms }) => `${across(share(percentile))},${upTo(ms, end)}`).join(' ');
  return markup`<polyline class="${sent === 'new' ? 'line' : 'line guessed'}" points="${verbatim(path)}" vector-effect="non-scaling-stroke"/>`;
}

function grid(end: number): readonly Markup[] {
  const times = [end, ...[1, 10, 100, 1_000, 10_000].filter((ms) => ms * 4 < end)];
  return [
    ...shares.map(
      (share) =>
        markup`<line class="gridline" x1="${across(share)}%" x2="${across(share)}%" y1="0" y2="100%"/>`,
    ),
    ...times.map(
      (ms) =>
        markup`<line class="gridline" x1="0" x2="100%" y1="${upTo(ms, end)}%" y2="${upTo(ms, end)}%"/><text class="share" x="0" y="${upTo(ms, end)}%" dy="${ms === end ? 12 : -4}">${spelledMs(ms)}</text>`,
    ),
  ];
}

function shareLabel(share: number): Markup {
  const side = share === shares.at(-1) ? 'end' : 'middle';
  return markup`<text x="${across(share)}%" y="12" text-anchor="${side}">${share} %</text>`;
}

/** Each further nine of a share takes as much room as the one before. */
function across(percentile: number): string {
  return rounded(Math.min(100, (-Math.log10(1 - percentile / 100) / mostNines) * 100));
}

/** Times are on a logarithmic axis, with 0 ms at its foot. */
function upTo(ms: number, end: number): string {
  return rounded(100 - (Math.log1p(ms) / Math.log1p(end)) * 100);
}

function row({ sent, time, count, p50, p90, p99, p999, max }: LoadDistribution): Markup {
  const title = kinds.find((kind) => kind.time === time)?.title ?? time;
  const times = [
    ['p50', p50],
    ['p90', p90],
    ['p99', p99],
    ['p99.9', p999],
    ['Max', max],
  ] as const;
  return markup`
      <tr><th scope="row">${title}, ${sent}</th><td data-label="Count" class="number">${grouped(count)}</td>${times.map(([name, ms]) => markup`<td data-label="${name}" class="number">${spelledMs(ms)}</td>`)}</tr>`;
}
