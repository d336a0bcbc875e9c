import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, observeLate, one, retry } from '../steps.js';
import { keyAge } from './key-age.js';
import { moveClock, percentOf, promisedWindowMs } from './window.js';

const percents = [1, 10, 50, 90, 99];
/** What the steps themselves may take, in milliseconds, before the window is over. */
const slackMs = 5_000;

/** A key is remembered to the end of its window, by the clock and in the unit of the claim. */
export const heldInWindow: Scenario = {
  id: 'retention/held-in-window',
  title: 'A key is remembered for the whole of its window',
  level: 'MUST',
  course:
    'Five actions are created together; each is told again twice, one at 1 %, the others at 10, 50, 90 and 99 % of the claimed window.',
  holdsWhen: 'There is one record of each, and every retry names it.',
  risk: 'A retry after an outage of some hours, well within what was promised, has the work done twice.',
  usualCause: 'The window is given in seconds and read as milliseconds, or a clean-up runs by another clock.',
  remedy: 'Store the moment of expiry with the key, in one unit, and compare it with one clock.',
  sources: [
    'public report B93: one key applied twice, and nobody knows its window',
    'public report B31: zero read as missing',
    'IETF Idempotency-Key draft, 2.3: validity and expiry',
  ],
  needs: ['observe', 'move-clock', 'retention-window'],
  flaws: ['window-in-milliseconds'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries,
  invariants: [recordsAsPromised, retriesNameTheFirstRecord],
  shows: ['retention'],
  sees,
};

function tries({ contract }: Setting): readonly Try[] {
  const windowMs = promisedWindowMs(contract);
  if (windowMs === null) return [];
  const probed = percents.filter((percent) => windowMs - percentOf(windowMs, percent) >= slackMs);
  if (probed.length === 0) return [];
  const actions = probed.map((percent) => ({ name: `task at ${percent} %` }));
  const later = actions.map((action, index): readonly Step[] => {
    const from = percentOf(windowMs, probed[index - 1] ?? 0);
    const to = percentOf(windowMs, probed[index] ?? 0);
    return [moveClock(to - from), retry(action), retry(action)];
  });
  // Counted at the end: what a count waits for would else come off the window.
  const counts = actions.map((action) => observeLate(action, one));
  const steps = [...actions.map((action) => first(action)), ...later.flat(), ...counts];
  return [{ name: 'along the window', steps }];
}

function sees(history: HistoryView): readonly Observation[] {
  return history.tries.flatMap((each) => each.actions.flatMap((action) => keyAge(each, action)));
}
