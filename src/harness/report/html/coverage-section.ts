import type { BurstLine, CoverageLine, Phase, Report } from '../../model/report.js';
import { grouped } from '../../model/spelled.js';
import type { Sign } from '../signs.js';
import { markup, type Markup } from './markup.js';
import { requirementLink, type Told } from './requirement-link.js';
import { signMark } from './sign-mark.js';

const phaseInWords: Record<Phase, string> = {
  none: 'Undisturbed',
  connection: 'While connecting',
  request: 'On the way there',
  work: 'While the receiver works',
  reply: 'On the way back',
  sender: 'In the sender',
  receiver: 'In the receiver',
};

const short: Sign = { word: 'short', shape: '▲', tone: 'warn' };
const apart: Sign = { word: 'did not meet', shape: '▲', tone: 'warn' };

/** Which fault hit which operation in which phase, how often it was really applied, and how far bursts met. */
export function coverageSection({ coverage, bursts }: Report, told: Told): Markup {
  return markup`
<section id="coverage" aria-labelledby="coverage-title">
  <h2 id="coverage-title">Coverage: faults applied</h2>
  ${coverage.length === 0 ? markup`<p>No fault was planned.</p>` : matrix(coverage)}
  ${bursts.length === 0 ? null : overlaps(bursts, told)}
</section>`;
}

/** Faults of these phases befall the delivery as a whole, whatever its operation. */
const whole: readonly Phase[] = ['sender', 'receiver'];

function matrix(coverage: readonly CoverageLine[]): Markup {
  const onTheWire = coverage.filter(({ phase }) => !whole.includes(phase));
  const operations = [...new Set(onTheWire.map(({ operation }) => operation))];
  const columns = operations.length === 0 ? ['times'] : operations;
  const phases = [...new Set(coverage.map(({ phase }) => phase))];
  return markup`<table class="stacks matrix">
    <caption>How often each fault took place, by phase of a delivery and by operation. A fault that was planned but never applied proves nothing.</caption>
    <thead><tr><th scope="col">Fault</th>${columns.map((name) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead>${phases.map(
      (phase) => markup`
    <tbody>
      <tr class="family"><th scope="rowgroup" colspan="${columns.length + 1}">${phaseInWords[phase]}</th></tr>${rows(
        coverage.filter((line) => line.phase === phase),
        whole.includes(phase) ? null : operations,
        columns.length,
      )}
    </tbody>`,
    )}
  </table>`;
}

function rows(
  lines: readonly CoverageLine[],
  operations: readonly string[] | null,
  width: number,
): readonly Markup[] {
  const faults = [...new Set(lines.map(({ fault }) => fault))];
  return faults.map((fault) => {
    const own = lines.filter((line) => line.fault === fault);
    const cells =
      operations === null
        ? own.map((line) => markup`<td class="number" colspan="${width}">${times(line)}</td>`)
        : operations.map((name) =>
            cell(
              name,
              own.find(({ operation }) => operation === name),
            ),
          );
    return markup`
      <tr><th scope="row">${fault === 'none' ? 'no fault' : fault}</th>${cells}</tr>`;
  });
}

function cell(operation: string, line: CoverageLine | undefined): Markup {
  if (line === undefined) {
    return markup`<td class="number not-judged"><span class="muted" aria-hidden="true">–</span><span class="spoken">none</span></td>`;
  }
  return markup`<td data-label="${operation}" class="number">${times(line)}</td>`;
}

function times({ planned, applied }: CoverageLine): Markup {
  if (applied === planned) return markup`${grouped(applied)}`;
  return markup`${signMark(short)} ${grouped(applied)} of ${grouped(planned)}`;
}

function overlaps(bursts: readonly BurstLine[], told: Told): Markup {
  return markup`<h3 id="overlap">Overlap reached</h3>
  <table class="stacks" aria-labelledby="overlap">
    <caption>Copies are released together; overlap is how many of them were under way at one moment. Without overlap there is no verdict.</caption>
    <thead><tr><th scope="col">Requirement</th><th scope="col" class="number">Rounds that met</th><th scope="col" class="number">Copies</th><th scope="col" class="number">Overlap</th><th scope="col" class="number">Widest release</th></tr></thead>
    <tbody>${bursts.map((burst) => overlapRow(burst, told))}
    </tbody>
  </table>`;
}

function overlapRow(burst: BurstLine, told: Told): Markup {
  const { rounds, met, copies, leastOverlap, mostOverlap, widestMs } = burst;
  const span =
    leastOverlap === mostOverlap
      ? grouped(mostOverlap)
      : `${grouped(leastOverlap)} to ${grouped(mostOverlap)}`;
  const warning = met < rounds ? markup`${signMark(apart)} ` : null;
  return markup`
      <tr><th scope="row">${requirementLink(burst.requirement, told)}</th><td data-label="Rounds that met" class="number">${warning}${grouped(met)} of ${grouped(rounds)}</td><td data-label="Copies" class="number">${grouped(copies)}</td><td data-label="Overlap" class="number">${span}</td><td data-label="Widest release" class="number">${String(Math.round(widestMs * 10) / 10)} ms</td></tr>`;
}
