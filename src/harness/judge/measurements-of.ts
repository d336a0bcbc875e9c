import type { Purpose } from '../model/exchange.js';
import type { SeenExchange } from '../model/history-view.js';
import { quantilesOf, thinnedOut } from '../model/quantiles.js';
import type { Measurement } from '../model/report.js';
import type { Judged } from './judge-history.js';

const timed: Readonly<Partial<Record<Purpose, string>>> = {
  create: 'answer to a create, all requirements',
  'look-up': 'answer to a look-up, all requirements',
};

/** Below this many, a spread says nothing. */
const fewest = 5;

/** What requirements measured, and how soon creates and look-ups were answered that nothing disturbed. */
export function measurementsOf(judged: readonly Judged[]): readonly Measurement[] {
  const measured = judged.flatMap(({ scenario, observations, view }) =>
    observations.flatMap(({ claim, measured: lengths }) => {
      // Of a clock that is only told what time it is, no time at all says nothing of the receiver.
      const told = lengths !== undefined && (view?.opened.clock !== 'virtual' || lengths.quantiles.max > 0);
      return told ? [{ what: claim, requirement: scenario.id, ...lengths }] : [];
    }),
  );
  return [...measured, ...answerTimes(judged)];
}

/** On a virtual clock an answer takes no time, which would be a figure about the kit. */
function answerTimes(judged: readonly Judged[]): readonly Measurement[] {
  const views = judged.flatMap(({ view }) => (view?.opened.clock === 'real' ? [view] : []));
  const left = views.filter(({ events }) => !events.some(({ type }) => type === 'control-done'));
  const exchanges = left.flatMap(({ tries }) => tries.flatMap((each) => each.exchanges));
  return Object.entries(timed).flatMap(([purpose, what]) => {
    const values = exchanges.flatMap((each) => (isUndisturbed(each, purpose) ? [each.ended.ms] : []));
    if (values.length < fewest) return [];
    const quantiles = quantilesOf(values);
    return [{ what, requirement: null, count: values.length, quantiles, values: thinnedOut(values) }];
  });
}

function isUndisturbed(
  each: SeenExchange,
  purpose: string,
): each is SeenExchange & { readonly ended: NonNullable<SeenExchange['ended']> } {
  const { started, ended } = each;
  return started.purpose === purpose && started.effects.length === 0 && ended?.answer.kind === 'answered';
}
