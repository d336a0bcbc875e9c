/** Percentiles between this one and 100 are drawn on the right; each nine takes the same width. */
const lastPercentile = 99.9;
const panel = { width: 330, height: 260, left: 58, top: 96, gap: 44 };
const ticks = [50, 90, 99, 99.9];
const series = [
  { name: 'accepted', words: 'accepted alone' },
  { name: 'relayed', words: 'with a relay at work' },
];

/**
 * Latency by percentile as a drawing by itself (SVG): new requests, replays and the wait for a request's turn apart, both
 * axes logarithmic, and what was published as rings. It brings its own ground, light or dark as the reader has it.
 */
export function plotOf({ figures, published, environment, options }) {
  const panels = [
    { title: 'New requests: service', kind: 'new', points: published.new },
    { title: 'Replays: service', kind: 'replay', points: published.replay },
    { title: 'Wait for a turn', kind: 'wait', points: {} },
  ];
  const width = panels.length * (panel.left + panel.width) + panel.gap;
  const height = panel.top + panel.height + 76;
  const scale = scaleOf(figures, published);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title about">`,
    '<title id="title">Latency by percentile, beside what was published</title>',
    `<desc id="about">${spoken(figures, published)}</desc>`,
    style,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    `<text class="heading" x="20" y="30">Latency of a command by percentile, in milliseconds</text>`,
    `<text class="quiet" x="20" y="50">${options.trials} × ${options.new} new requests and ${options.replays} replays at ${options.rate}/s, ${environment.database}. Machines differ: read the order of magnitude, not the difference.</text>`,
    ...panels.map((each, at) => panelOf(each, { at, figures, scale })),
    legend(height - 18),
    '</svg>',
    '',
  ].join('\n');
}

const style = `<style>
.ground { fill: #ffffff; stroke: #d0d7de; }
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.heading { font-size: 16px; font-weight: 600; }
.title { font-weight: 600; }
.quiet { fill: #59636e; }
.grid { stroke: #d8dee4; }
.curve { fill: none; stroke-width: 2; }
.accepted { stroke: #0550ae; }
.relayed { stroke: #b35900; stroke-dasharray: 6 3; }
.told { stroke: #ffffff; stroke-width: 4; paint-order: stroke; }
.published { fill: #ffffff; stroke: #1f2328; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117; stroke: #3d444d; }
text { fill: #f0f6fc; }
.quiet { fill: #a8b3be; }
.grid { stroke: #30363d; }
.accepted { stroke: #6cb6ff; }
.relayed { stroke: #f0a050; }
.told { stroke: #0d1117; }
.published { fill: #0d1117; stroke: #f0f6fc; }
}
</style>`;

/** Decades from the one below the shortest median to the one above the longest time that is drawn. */
function scaleOf(figures, published) {
  const longest = Math.max(
    ...series.flatMap(({ name }) =>
      ['new', 'replay', 'wait'].map((kind) => drawn(figures[name][kind]).at(-1)[1]),
    ),
    ...Object.values(published.new),
  );
  return { least: -1, most: Math.max(1, Math.ceil(Math.log10(longest))) };
}

function panelOf({ title, kind, points }, { at, figures, scale }) {
  const x0 = panel.left + at * (panel.left + panel.width);
  const place = ([percentile, ms]) => [
    rounded(x0 + across(percentile)),
    rounded(panel.top + panel.height - up(ms, scale)),
  ];
  const decades = Array.from(
    { length: scale.most - scale.least + 1 },
    (_, step) => 10 ** (scale.least + step),
  );
  return [
    `<text class="title" x="${x0}" y="${panel.top - 14}">${title}</text>`,
    ...decades.map((ms) => level(ms, { x0, y: place([0, ms])[1] })),
    ...ticks.map((percentile) => upright(percentile, place([percentile, 1])[0])),
    ...series.map(({ name }) => curve(name, drawn(figures[name][kind]).map(place))),
    ...Object.entries(points).map(([name, ms]) => ring(place([Number(name.slice(1)), ms]), ms)),
  ].join('\n');
}

function level(ms, { x0, y }) {
  return `<line class="grid" x1="${x0}" x2="${x0 + panel.width}" y1="${y}" y2="${y}"/><text class="quiet" x="${x0 - 8}" y="${y + 4}" text-anchor="end">${ms < 1 ? `≤ ${ms}` : ms}</text>`;
}

function upright(percentile, x) {
  const foot = panel.top + panel.height;
  return `<line class="grid" x1="${x}" x2="${x}" y1="${panel.top}" y2="${foot}"/><text class="quiet" x="${x}" y="${foot + 18}" text-anchor="middle">p${percentile}</text>`;
}

function curve(name, places) {
  return `<polyline class="curve ${name}" points="${places.map((each) => each.join(',')).join(' ')}"/>`;
}

function ring([x, y], ms) {
  return `<circle class="published" cx="${x}" cy="${y}" r="5"/><text class="told" x="${x}" y="${rounded(y + 20)}" text-anchor="middle">${ms.toFixed(1)}</text>`;
}

function legend(y) {
  const lines = series.map(
    ({ name, words }, at) =>
      `<line class="curve ${name}" x1="${20 + at * 190}" x2="${54 + at * 190}" y1="${y - 4}" y2="${y - 4}"/><text x="${62 + at * 190}" y="${y}">${words}</text>`,
  );
  const x = 20 + series.length * 190;
  return [
    ...lines,
    `<circle class="published" cx="${x + 17}" cy="${y - 4}" r="5"/><text x="${x + 32}" y="${y}">published, of another machine</text>`,
  ].join('\n');
}

/** The part of a curve that is drawn; what is beyond it are single requests. */
function drawn({ curve: pairs }) {
  return pairs.filter(([percentile]) => percentile <= lastPercentile);
}

function across(percentile) {
  return (panel.width * Math.log10(100 / (100 - percentile))) / Math.log10(100 / (100 - lastPercentile));
}

function up(ms, { least, most }) {
  return (panel.height * (Math.log10(Math.max(ms, 10 ** least)) - least)) / (most - least);
}

function rounded(value) {
  return Math.round(value * 10) / 10;
}

function spoken(figures, published) {
  const told = (name, quantiles) =>
    `${name}: ${['p50', 'p95', 'p99']
      .filter((each) => quantiles[each] !== undefined)
      .map((each) => `${each} ${quantiles[each].toFixed(1)} ms`)
      .join(', ')}.`;
  return [
    told('New, accepted alone', figures.accepted.new),
    told('New, with a relay at work', figures.relayed.new),
    told('New, published', published.new),
    told('Replay, accepted alone', figures.accepted.replay),
    told('Replay, with a relay at work', figures.relayed.replay),
    told('Replay, published', published.replay),
  ].join(' ');
}
