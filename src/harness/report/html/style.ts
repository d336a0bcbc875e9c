/** The page's style sheet; the page's policy names its digest, so a test says the new one when this text changes. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --sheet: #f4f2ec; --ink: #1c1e21; --muted: #5a5f66; --rule: #d8d4ca;
  --good: #1c6a3c; --bad: #a8261f; --warn: #85560a; --open: #5b3f94; --link: #1d4f91; --bad-wash: #f9e9e6;
  --serif: Charter, 'Bitstream Charter', 'Iowan Old Style', 'Sitka Text', Cambria, Georgia, 'Liberation Serif', serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --sheet: #1d2024; --ink: #e5e3dd; --muted: #a2a6ad; --rule: #363a41;
    --good: #74c794; --bad: #f08c82; --warn: #e0b05c; --open: #bda6ef; --link: #8fb9f2; --bad-wash: #33201f;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; font: 1.0625rem/1.55 var(--serif); overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
p, dd, li, figcaption { max-width: 44rem; }
p { margin: 0.6rem 0; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre, .when { font-family: var(--mono); font-size: 0.84em; unicode-bidi: isolate; }
pre { margin: 0.6rem 0; padding: 0.8rem 1rem; overflow-x: auto; line-height: 1.5; background: var(--sheet);
  border: 1px solid var(--rule); border-radius: 4px; overflow-wrap: normal; tab-size: 4; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 4.2vw, 2.3rem); font-weight: 600; margin: 0.3rem 0 1.4rem; max-width: 50rem; }
h2 { font-size: 1.45rem; font-weight: 600; margin: 0 0 1rem; }
h3 { font-size: 1.12rem; margin: 1.6rem 0 0.5rem; }
h4 { font: 600 0.9rem var(--sans); margin: 1.5rem 0 0.4rem; }
details h4 { font-size: 0.85rem; margin: 1rem 0 0.3rem; }
section { margin-top: 3.2rem; padding-top: 1.6rem; border-top: 1px solid var(--rule); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); padding: 0.4rem 0.8rem; z-index: 1; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.muted { color: var(--muted); font-weight: 400; }
.kicker { font: 500 0.85rem var(--sans); color: var(--muted); margin: 0; }
.opening > .kicker { letter-spacing: 0.04em; }
.subject { font: 600 1.05rem/1.4 var(--sans); margin: 0.5rem 0 0; }
.banner { max-width: none; margin: 1.2rem 0; padding: 0.9rem 1.2rem; font: 600 1.15rem/1.4 var(--sans);
  color: var(--open); border: 3px double var(--open); }
.banner::first-letter { text-transform: uppercase; }
h1.good > .shape, .sign.good { color: var(--good); }
h1.bad > .shape, .sign.bad { color: var(--bad); }
h1.open > .shape, .sign.open { color: var(--open); }
.sign.warn { color: var(--warn); }
.sign.quiet { color: var(--muted); }
.sign { font-family: var(--sans); font-weight: 600; font-size: 0.92em; white-space: nowrap; }
.sign.quiet { font-weight: 500; }
.shape { display: inline-block; min-width: 1em; text-align: center; }
.counts, nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem 1.6rem; margin: 0; padding: 0; }
.counts { padding: 0.8rem 0; border-block: 1px solid var(--rule); font-family: var(--sans); font-size: 0.95rem; }
.counts b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.counts .none b { font-weight: 400; }
nav { margin-top: 1.8rem; font: 0.92rem var(--sans); }
.facts, .notes, .versus { margin: 1.2rem 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.4rem 2.5rem; }
.facts > div { display: grid; grid-template-columns: 7.5rem 1fr; }
dt { font: 500 0.85rem/1.7 var(--sans); color: var(--muted); }
dd { margin: 0; }
.facts dd { font: 0.92rem/1.55 var(--sans); }
.notes > div { display: grid; grid-template-columns: 8.5rem 1fr; padding: 0.3rem 0; }
.notes ul { margin: 0; padding-left: 1.1rem; }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
.versus > div { padding-top: 0.4rem; border-top: 2px solid var(--rule); }
.versus > div:last-child { border-color: var(--bad); }
.ladder { list-style: none; display: grid; grid-template-columns: repeat(4, 1fr); margin: 0; padding: 0;
  border: 1px solid var(--rule); border-radius: 4px; }
.ladder li { padding: 0.7rem 0.9rem 0.9rem; border-left: 1px solid var(--rule); color: var(--muted);
  font-family: var(--sans); font-size: 0.86rem; }
.ladder li:first-child { border-left: 0; }
.ladder li[aria-current] { background: var(--sheet); color: var(--ink); box-shadow: inset 0 3px 0 var(--ink); }
.ladder strong { font-size: 1rem; margin-right: 0.25rem; }
.ladder .meaning { display: block; margin-top: 0.35rem; line-height: 1.4; }
.tag { font-size: 0.75rem; padding: 0.02rem 0.45rem; border: 1px solid currentColor; border-radius: 3px;
  margin-right: 0.25rem; }
.tag.reached { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.reasons, .policy { padding-left: 1.2rem; margin: 0.5rem 0; }
.reasons li, .policy li { margin: 0.25rem 0; }
.from { display: block; font-size: 0.9em; }
details { margin: 0.8rem 0; }
summary { font: 500 0.9rem/1.5 var(--sans); color: var(--link); cursor: pointer; width: fit-content; }
table { width: 100%; border-collapse: collapse; font: 0.9rem/1.45 var(--sans); font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding-bottom: 0.6rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.9rem 0.5rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 500; }
thead th { color: var(--muted); font-size: 0.82rem; border-bottom: 1px solid var(--ink); }
th, td { min-width: 6.4rem; }
.contract td { min-width: 8.4rem; }
.number, .level, .requirements td, .requirements thead th { min-width: 0; white-space: nowrap; }
.number { text-align: right; }
td:last-child, th:last-child { padding-right: 0; }
.matrix { width: auto; min-width: 55%; }
.unlocks ul { list-style: none; margin: 0; padding: 0; }
.unlocks th { width: 34%; }
.family th { font-weight: 600; font-size: 1rem; padding-top: 1.4rem; }
.requirements th[scope=row] { width: 46%; }
.title, .why { display: block; font-weight: 400; }
.why { color: var(--muted); font-size: 0.94em; padding-left: 0.7rem; border-left: 2px solid var(--rule); margin-top: 0.3rem; }
.failure { margin-top: 1.5rem; padding: 1.2rem 1.6rem 1rem; border: 1px solid var(--rule); border-radius: 4px;
  border-top: 3px solid var(--bad); }
.failure.warn { border-top-color: var(--warn); }
.failure.quiet { border-top-color: var(--muted); }
.failure h3 { font-size: 1.25rem; margin: 0.4rem 0 0.6rem; }
.risks { list-style: none; padding: 0; margin: 0 0 2rem; }
.risks li { padding: 0.6rem 0; border-top: 1px solid var(--rule); max-width: none; }
.risks li:last-child { border-bottom: 1px solid var(--rule); }
.risks .kicker, .risk { display: block; }
.risk { max-width: 44rem; }
.finding + .finding { margin-top: 2rem; padding-top: 1rem; border-top: 1px dashed var(--rule); }
.repeated { margin-top: 1rem; padding-left: 1rem; border-left: 2px solid var(--rule); }
.filter { border: 1px solid var(--rule); border-radius: 4px; margin: 0 0 1.4rem; padding: 0.5rem 1rem 0.7rem;
  display: flex; flex-wrap: wrap; gap: 0.3rem 1.6rem; font: 0.95rem/1.5 var(--sans); }
.filter legend { padding: 0 0.3rem; color: var(--muted); font-size: 0.85rem; }
.filter input { accent-color: var(--link); margin: 0 0.3rem 0 0; vertical-align: -0.1em; width: 1rem; height: 1rem; }
.filter label { padding: 0.2rem 0; }
@media not print {
  #requirements:has(#show-differing:checked) tbody tr:not(.show-differing),
  #requirements:has(#show-undecided:checked) tbody tr:not(.show-undecided) { display: none; }
}
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.6rem 2.5rem; }
.plots + table { margin-top: 1.6rem; }
.plot { margin: 0; }
.plot figcaption { font: 0.9rem/1.45 var(--sans); margin-bottom: 0.6rem; min-height: 2.9em; }
.curve { display: block; width: 100%; height: 7rem; overflow: visible; border-bottom: 1px solid var(--ink); }
.gridline { stroke: var(--rule); }
.line { fill: none; stroke: var(--link); stroke-width: 2; }
.line.guessed { stroke-dasharray: 5 4; }
.quantile { fill: var(--paper); stroke: var(--link); stroke-width: 2; }
.ticks svg { display: block; width: 100%; height: 1.1rem; overflow: visible; }
.ticks text, .share { font: 0.7rem var(--sans); fill: var(--muted); }
.quantiles { display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 0.4rem 0 0; }
.quantiles > div { display: flex; gap: 0.4rem; font: 0.88rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
.quantiles dt { line-height: inherit; }
.pattern { margin-top: 1.8rem; }
.pattern h3 { margin: 0 0 0.4rem; }
.pattern .notes { margin: 0.6rem 0; }
.pattern ol, .steps { padding-left: 1.3rem; margin: 0.6rem 0; }
.pattern li, .steps li { margin: 0.25rem 0; }
.comment { max-width: 62rem; margin: 0 auto; padding: 0 1.5rem 5rem; }
.comment h2 { border-top: 3px double var(--rule); padding-top: 1.6rem; }
.field { contain: layout paint; min-height: 6rem; padding: 0.8rem 1rem; border: 1px dashed var(--muted);
  border-radius: 4px; white-space: pre-wrap; unicode-bidi: isolate; background: var(--sheet); }
.crowded .failure { content-visibility: auto; contain-intrinsic-size: auto 48rem; }
.folded { color: var(--muted); font: 0.88rem var(--sans); }
.timeline { margin: 1.4rem 0; --lanes: 15rem; }
.timeline figcaption { color: var(--muted); font: 0.88rem/1.5 var(--sans); margin-bottom: 0.6rem; }
.timeline ol { list-style: none; margin: 0; padding: 0; border-bottom: 1px solid var(--rule); }
.timeline li { position: relative; max-width: none; min-height: 2.1rem; padding: 0.3rem 0.6rem 0.3rem calc(var(--lanes) + 1rem); }
.timeline li p { margin: 0; max-width: none; font: 0.9rem/1.45 var(--sans); display: grid; grid-template-columns: 5.6rem 1fr; }
.timeline li p > .sign { grid-column: 2; }
.timeline .what { grid-column: 2; }
pre.command { white-space: pre-wrap; }
.timeline .when { white-space: nowrap; color: var(--muted); text-align: right; padding-right: 0.9rem; line-height: 1.7; }
.timeline .contradiction { background: var(--bad-wash); }
.contradiction .what { font-weight: 600; }
.lanes { display: block; width: var(--lanes); overflow: visible; }
.lanes text { font: 500 0.8rem var(--sans); fill: var(--muted); }
.timeline li .lanes { position: absolute; left: 0; top: 0; height: 100%; print-color-adjust: exact;
  --life: linear-gradient(var(--rule), var(--rule)) no-repeat;
  background: var(--life), var(--life), var(--life), var(--life); background-size: 1.5px 100%;
  background-position-x: 12.5%, 37.5%, 62.5%, 87.5%; }
.at { overflow: visible; }
.arrow { stroke: var(--ink); stroke-width: 1.6; }
.head, .dot { fill: var(--ink); }
.fault .arrow { stroke: var(--warn); stroke-dasharray: 5 3; }
.fault .head { fill: var(--warn); }
.mishap { fill: var(--paper); stroke: var(--warn); stroke-width: 2.2; }
.contradiction .arrow { stroke: var(--bad); }
.contradiction .head { fill: var(--bad); }
.clash { fill: var(--paper); stroke: var(--bad); stroke-width: 2.2; }
.cross { stroke: var(--bad); stroke-width: 2.2; fill: none; }
@media screen and (max-width: 46rem) {
  main { padding: 1.6rem 1rem 3rem; }
  .comment { padding: 0 1rem 3rem; }
  .plot figcaption { min-height: 0; }
  .ladder, .versus { grid-template-columns: 1fr; }
  .ladder li { border-left: 0; border-top: 1px solid var(--rule); }
  .ladder li:first-child { border-top: 0; }
  .ladder li[aria-current] { box-shadow: inset 4px 0 0 var(--ink); }
  .facts > div { grid-template-columns: 6.6rem 1fr; }
  .notes > div { grid-template-columns: 1fr; }
  .versus { row-gap: 0.8rem; }
  .failure { padding: 1rem; }
  .timeline { --lanes: 10.4rem; }
  .timeline li { padding-right: 0.2rem; padding-left: calc(var(--lanes) + 0.5rem); }
  .timeline li p { display: block; font-size: 0.86rem; }
  .timeline .when { display: block; text-align: left; line-height: inherit; }
  .timeline .what { display: block; }
  .lanes text { font-size: 0.6rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.6rem 0.8rem; }
  .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacks, .stacks tbody, .stacks caption { display: block; }
  .stacks tr { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; padding: 0.7rem 0; border-bottom: 1px solid var(--rule); }
  .stacks th, .stacks td { border: 0; padding: 0; text-align: left; min-width: 0; }
  .stacks th[scope] { flex: 1 0 100%; width: auto; }
  .stacks td::before { content: attr(data-label) ' '; color: var(--muted); font-size: 0.85em; }
  .stacks td.not-judged { display: none; }
  .matrix { min-width: 100%; }
  .matrix th[scope=row] { flex: 1 1 40%; }
  .stacks .family { border-bottom-color: var(--ink); padding-top: 1.4rem; }
}
@media print {
  :root { --paper: #fff; --sheet: #fff; --ink: #000; --muted: #444; --rule: #bbb; --good: #1c6a3c; --bad: #a8261f;
    --warn: #85560a; --open: #5b3f94; --link: #000; --bad-wash: #fff; color-scheme: light; }
  html { font-size: 8.5pt; }
  .crowded .failure { content-visibility: visible; }
  .timeline li .lanes { top: -0.4rem; }
  .reasons, .policy, .pattern ol, .steps { padding-left: 1.6rem; }
  main, .comment { max-width: none; padding: 0; }
  nav, .skip, .filter { display: none; }
  .comment:has(.field:empty) { display: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  tr, .timeline li, h2, h3, h4, .versus { break-inside: avoid; }
  h2, h3, h4, caption { break-after: avoid; }
}
`;

/** The digest of `style` as a Content-Security-Policy source (CSP level 3, section 2.3.1). */
export const styleDigest = 'sha256-ClhcaEtspvSKZjVmxsvyb5YjGpcDKzPS5MCLO7Wywd4=';
