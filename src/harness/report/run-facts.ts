import { baselineStates, type Baseline, type Report } from '../model/report.js';
import { grouped } from '../model/spelled.js';
import { spelledDuration, spelledInstant } from '../model/spelled.js';
import { targetInWords } from '../model/target-in-words.js';

/** One fact about the run, as label and value. */
export interface RunFact {
  readonly label: string;
  readonly value: string;
}

/** What was tried, by what, and how: the facts every format opens with. */
export function runFacts(report: Report): readonly RunFact[] {
  const { target, requirements } = report;
  const facts: RunFact[] = [
    { label: 'Target', value: targetInWords(target) },
    { label: 'Address', value: target.address },
    { label: 'Mode', value: target.mode },
    { label: 'Kit', value: `${report.kit.name} ${report.kit.version}` },
    {
      label: 'Date',
      value: `${spelledInstant(report.startedAt)}, took ${spelledDuration(report.durationMs)}`,
    },
    {
      label: 'Requirements',
      value: `${grouped(requirements.set)}, digest ${requirements.digest.slice(0, 12)}`,
    },
    { label: 'Run', value: `${report.run}, seed ${String(report.seed)}, effort ${report.effort}` },
    {
      label: 'Wire',
      value: `${target.plane}, ${target.clock} clock, ${grouped(report.exchanges)} exchanges`,
    },
  ];
  if (target.flaw !== null) facts.push({ label: 'Flaw put in', value: target.flaw });
  if (isGiven(report.baseline)) facts.push({ label: 'Baseline', value: baselineInWords(report.baseline) });
  return facts;
}

/** A report of an earlier version lacks the member. */
function isGiven(baseline: Baseline | null | undefined): baseline is Baseline {
  return baseline !== null && baseline !== undefined;
}

function baselineInWords({ file, lines, unlisted }: Baseline): string {
  const groups = baselineStates.map((state) => ({
    state,
    ids: lines.filter((line) => line.state === state).map(({ id }) => id),
  }));
  const told = [...groups, { state: 'not listed', ids: unlisted }].filter(({ ids }) => ids.length > 0);
  const words = told.map(({ state, ids }) => `${ids.length} ${state} (${ids.join(', ')})`);
  return `${file}: ${words.length === 0 ? 'empty' : words.join('; ')}`;
}
