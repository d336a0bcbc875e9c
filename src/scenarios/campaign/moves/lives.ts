import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Step } from '../../../harness/model/step.js';
import type { Plot } from '../plot.js';

/** Keys are good for this many hundredths of their window, with room for the time that a sequence takes by itself. */
const safelyAged = 95;

/** The receiver is started again, in good order or after its process was killed. */
export function restart(plot: Plot, { how }: MoveOf<'restart'>): readonly Step[] {
  return plot.can(how) ? [{ do: 'control', what: { control: how } }] : [];
}

/** Time passes within the window: nothing is to change by it. */
export function age(plot: Plot, { ofWindow }: MoveOf<'age'>): readonly Step[] {
  const { ms } = plot.contract.retention;
  if (ms === null || !plot.can('move-clock') || plot.aged + ofWindow > safelyAged) return [];
  plot.aged += ofWindow;
  return [{ do: 'control', what: { control: 'move-clock', ms: Math.round((ms * ofWindow) / 100) } }];
}
