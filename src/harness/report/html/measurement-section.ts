import type { Quantiles } from '../../model/quantiles.js';
import type { Measurement, Report } from '../../model/report.js';
import { grouped } from '../../model/spelled.js';
import { markup, type Markup, verbatim } from './markup.js';
import { rounded, spelledMs } from './plot-numbers.js';
import { requirementLink, type Told } from './requirement-link.js';

const quantileNames = ['p50', 'p95', 'p99', 'max'] as const;

const shareOf: Record<(typeof quantileNames)[number], number> = { p50: 0.5, p95: 0.95, p99: 0.99, max: 1 };

/** The longest of these that is needed ends the axis, in milliseconds. */
const axisEnds = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] as const;

/** Latencies and lags, each as a curve over one logarithmic axis with its figures below; null where nothing was measured. */
export function measurementSection({ measurements }: Report, told: Told): Markup | null {
  if (measurements.length === 0) return null;
  const longest = Math.max(...measurements.map(({ quantiles }) => quantiles.max));
  const end = axisEnds.find((each) => each >= longest) ?? longest;
  return markup`
<section id="measurements" aria-labelledby="measurements-title">
  <h2 id="measurements-title">Latency and time to visible</h2>
  <p>Each curve says which share took no longer than the time below it, on one logarithmic axis for all. A <em>lag of look-ups</em> is how long a record that was acknowledged stayed out of sight. None of these decide a verdict by themselves.</p>
  <div class="plots">${measurements.map((each) => plot(each, end, told))}
  </div>
</section>`;
}

function plot(measurement: Measurement, end: number, told: Told): Markup {
  const { what, requirement, count, quantiles, values } = measurement;
  const thin = values.length === 0 ? ' Only the quantiles were recorded.' : '';
  const seen = requirement === null ? null : markup` · ${requirementLink(requirement, told)}`;
  return markup`
    <figure class="plot">
      <figcaption><b>${what}</b> <span class="muted">of ${grouped(count)}${seen}.${thin}</span></figcaption>
      <svg class="curve" role="img" aria-label="${spoken(quantiles)}" focusable="false">${grid(end)}<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${curve(measurement, end)}</svg>${quantileNames.map((name) => dot(quantiles[name], shareOf[name], end))}</svg>
      <div class="ticks" aria-hidden="true"><svg focusable="false">${ticksUpTo(end).map((tick) => tickLabel(tick, end))}</svg></div>
      <dl class="quantiles">${quantileNames.map((name) => markup`<div><dt>${name}</dt><dd>${spelledMs(quantiles[name])}</dd></div>`)}</dl>
    </figure>`;
}

function spoken(quantiles: Quantiles): string {
  return `Curve: ${quantileNames.map((name) => `${name} ${spelledMs(quantiles[name])}`).join(', ')}`;
}

function curve({ quantiles, values }: Measurement, end: number): Markup {
  const known = values.map((ms, place) => ({ ms, share: (place + 1) / values.length }));
  const few = quantileNames.map((name) => ({ ms: quantiles[name], share: shareOf[name] }));
  const points = known.length === 0 ? few : [{ ms: known[0]?.ms ?? 0, share: 0 }, ...known];
  const style = known.length === 0 ? 'line guessed' : 'line';
  const path = points.map(({ ms, share }) => `${across(ms, end)},${rounded(100 - share * 100)}`).join(' ');
  return markup`<polyline class="${style}" points="${verbatim(path)}" vector-effect="non-scaling-stroke"/>`;
}

function dot(ms: number, share: number, end: number): Markup {
  return markup`<circle class="quantile" cx="${across(ms, end)}%" cy="${rounded(100 - share * 100)}%" r="4"/>`;
}

function grid(end: number): readonly Markup[] {
  const times = ticksUpTo(end).map(
    (tick) =>
      markup`<line class="gridline" x1="${across(tick, end)}%" x2="${across(tick, end)}%" y1="0" y2="100%"/>`,
  );
  const shares = [0, 50].map(
    (below) =>
      markup`<line class="gridline" x1="0" x2="100%" y1="${below}%" y2="${below}%"/><text class="share" x="100%" y="${below}%" dy="-4" text-anchor="end">${100 - below} %</text>`,
  );
  return [...times, ...shares];
}

function tickLabel(tick: number, end: number): Markup {
  const side = tick === 0 ? 'start' : tick === end ? 'end' : 'middle';
  const text = tick === 0 ? '0' : tick < 1_000 ? `${String(tick)} ms` : `${grouped(tick / 1_000)} s`;
  return markup`<text x="${across(tick, end)}%" y="12" text-anchor="${side}">${text}</text>`;
}

function ticksUpTo(end: number): readonly number[] {
  return [0, 1, ...axisEnds.filter((each) => each <= end)];
}

/** Places on the axis are logarithms, with 0 ms at its beginning. */
function across(ms: number, end: number): string {
  return rounded((Math.log1p(ms) / Math.log1p(end)) * 100);
}
