import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Step } from '../../../harness/model/step.js';
import { firstAnswers, one, probe } from '../../steps.js';
import { certain, countsOf } from '../knowledge.js';
import { partOf, type Part, type Plot } from '../plot.js';

/** Somebody asks after the action's record. */
export function look(plot: Plot, { who, by, as }: MoveOf<'look'>): readonly Step[] {
  const part = partOf(plot, who);
  if (part === null || !isAble(plot, as)) return [];
  const { action } = part;
  switch (by) {
    case 'look-up':
      return plot.can('lookup') && !plot.sequence.twins ? lookUp(part, as) : [];
    case 'fetch':
      if (!plot.can('fetch') || !part.isNamed) return [];
      return as === 'main' ? [{ do: 'fetch', action, expect: 'found' }] : [{ do: 'fetch', action, as }];
    case 'count':
      return as === 'main' && !plot.sequence.twins ? countNow(part) : [];
  }
}

function isAble(plot: Plot, as: MoveOf<'look'>['as']): boolean {
  return as === 'main' || plot.can(as === 'refused' ? 'refused-credential' : 'other-tenant');
}

function lookUp({ action, known }: Part, as: MoveOf<'look'>['as']): readonly Step[] {
  if (as === 'refused') return [{ do: 'look-up', action, as, expect: 'trouble' }];
  if (as === 'other_tenant') return [{ do: 'look-up', action, as }];
  const expect = found(known);
  return expect === null ? [] : [{ do: 'look-up', action, ...expect }];
}

function found(known: Part['known']): Pick<Extract<Step, { do: 'look-up' }>, 'expect' | 'until'> | null {
  const counts = countsOf(known)?.join();
  if (counts === '1') return { expect: 'found', until: 'found' };
  return counts === '0' ? { expect: 'absent' } : null;
}

/** A count at once may come too early to see, never too early to be too many. */
function countNow({ action, known }: Part): readonly Step[] {
  const counts = countsOf(known);
  if (counts === undefined) return [];
  return [{ do: 'observe', action, when: 'early', count: { anyOf: [0, ...counts] } }];
}

/** Many others come between, each told once under a marker of its own crowd, and all are there. */
export function crowd(plot: Plot, { size }: MoveOf<'crowd'>): readonly Step[] {
  const most = Math.min(size, Math.floor(plot.contract.limits.creates / 4));
  const label = `crowd ${plot.next()}`;
  const actions = Array.from({ length: most }, (_, index) => ({
    name: `${label}, ${index + 1}`,
    markerOf: label,
  }));
  const [counted] = actions;
  if (counted === undefined) return [];
  return [
    ...actions.map((action) => probe(action, { expect: firstAnswers(plot.contract) })),
    { do: 'observe', action: counted, when: 'late', count: most === 1 ? one : { anyOf: [most] } },
  ];
}

/** What holds of a part at the end of a sequence. */
export function closing(plot: Plot, part: Part): readonly Step[] {
  const { action, known, isNamed } = part;
  const isCertain = certain(known) !== null || countsOf(known)?.join() === '0';
  const looked =
    isCertain && !plot.sequence.twins && plot.can('lookup') && plot.contract.mode !== 'unguarded';
  const expect = looked ? found(known) : null;
  return [
    ...(expect === null ? [] : [{ do: 'look-up', action, ...expect } as const]),
    ...(isNamed && plot.can('fetch') && !known.isLoose
      ? [{ do: 'fetch', action, expect: 'found' } as const]
      : []),
  ];
}
