import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Step } from '../../../harness/model/step.js';
import { firstAnswers, probe } from '../../steps.js';
import { certain, told } from '../knowledge.js';
import { partOf, type Plot } from '../plot.js';

type TellAs = MoveOf<'tell-as'>;

/** Another tenant uses the action's key, or somebody does whose credential is refused. */
export function tellAs(plot: Plot, { who, as }: TellAs): readonly Step[] {
  const part = partOf(plot, who);
  if (part === null || plot.contract.mode === 'unguarded' || part.keyMayBeRefused) return [];
  const { action, content } = part;
  if (as === 'refused') return plot.can('refused-credential') ? [probe(action, { as })] : [];
  if (!plot.can('other-tenant')) return [];
  const isFirst = certain(part.theirs) === null && !part.theirs.isLoose;
  const mayBeRefused = plot.contents[content]?.mayBeRefused === true;
  part.theirs = told(part.theirs, plot.contract, { content, mayBeRefused, arrival: 'whole' });
  return [
    probe(action, { as, ...(isFirst && !mayBeRefused ? { expect: firstAnswers(plot.contract) } : {}) }),
  ];
}
