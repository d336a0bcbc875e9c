import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';

/** Some kill fell into a create; kills that all came before or after the work prove nothing. */
export const killsBrokeCreatesOff: Invariant = {
  id: 'kills-broke-creates-off',
  about: 'effect',
  promise: 'The process was killed while creates were under way.',
  check: (history) => {
    const brokenOff = history.tries.reduce((sum, each) => sum + brokenOffIn(each), 0);
    return resultOf(brokenOff, [], 'every create had its answer before the process was killed');
  },
};

function brokenOffIn(each: TryView): number {
  const isKilled = each.of('control-done').some(({ what }) => what.control === 'kill');
  if (!isKilled) return 0;
  return each.exchanges.filter(
    ({ started, ended }) => started.role === 'first' && ended?.answer.kind === 'lost',
  ).length;
}
