import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { HistoryView, TryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, retry } from '../steps.js';
import { keyAge } from './key-age.js';
import { moveClock, percentOf, statedWindowMs } from './window.js';

const used = { name: 'used half-way' };
const idle = { name: 'left alone' };
const count = { anyOf: [1, 2] };

/** Whether a window begins with the first use of a key or anew with each decides how long retries may go on. */
export const fixedOrSliding: Scenario = {
  id: 'retention/fixed-or-sliding',
  title: 'The report says whether a retry makes the window begin anew',
  level: 'SURVEY',
  course: 'Two keys are used; one of them again at 60 % of the window; both at 120 %.',
  holdsWhen: 'It is seen whether the use half-way has kept the one key alive.',
  risk: 'Whoever takes a fixed window for a sliding one retries after the key was forgotten.',
  usualCause: 'Stores differ: some renew the time to live whenever an entry is read.',
  remedy: 'Publish from when the window counts.',
  sources: [
    'public report B93: fixed or sliding, nobody knows',
    'IETF Idempotency-Key draft, 2.3: publish the policy',
  ],
  needs: ['observe', 'move-clock', 'retention-window'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const windowMs = statedWindowMs(contract);
    if (windowMs === null) return [];
    const stepMs = percentOf(windowMs, 60);
    return [
      {
        name: 'at 60 and at 120 %',
        steps: [
          first(used),
          first(idle),
          moveClock(stepMs),
          retry(used),
          moveClock(stepMs),
          retry(used),
          retry(idle),
          observeLate(used, count),
          observeLate(idle, count),
        ],
      },
    ];
  },
  invariants: [recordsAsPromised],
  shows: ['retention'],
  // The other key was used in between, which may have made its window longer.
  sees: (history) =>
    history.tries.flatMap((each) => [...windowSeen(each, history), ...keyAge(each, idle.name)]),
};

function windowSeen(each: TryView, { contract }: HistoryView): readonly Observation[] {
  const counts = [used, idle].map(({ name }) =>
    each.of('observed').findLast(({ action }) => action === name),
  );
  const [ofUsed, ofIdle] = counts;
  if (ofUsed?.complete !== true || ofIdle?.complete !== true) return [];
  const forgotten = { used: ofUsed.records.length > 1, idle: ofIdle.records.length > 1 };
  const beyond = contract.claims.after_expiry === 'new_record' ? 'kept beyond the window' : 'not to be told';
  const observed = forgotten.used ? 'fixed' : forgotten.idle ? 'sliding' : beyond;
  return [{ claim: 'fixed or sliding window', observed, events: [ofUsed.seq, ofIdle.seq] }];
}
