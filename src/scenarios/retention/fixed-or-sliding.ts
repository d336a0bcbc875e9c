import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { HistoryView, TryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, observeLate, probe, retry } from '../steps.js';
import { keyAge, keyEnd } from './key-age.js';
import { moveClock, percentOf, statedWindowMs } from './window.js';

const used = { name: 'used half-way' };
const idle = { name: 'left alone' };
const count = { anyOf: [1, 2] };
const byAge = 'at ages from a minute to 31 days';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Before and after the windows that are usual: 5 minutes, 2 and 24 hours, 3, 7 and 30 days. */
const ages = [
  { name: 'a minute', ms: minuteMs },
  { name: '10 minutes', ms: 10 * minuteMs },
  { name: '3 hours', ms: 3 * hourMs },
  { name: '23 hours', ms: 23 * hourMs },
  { name: '25 hours', ms: 25 * hourMs },
  { name: '8 days', ms: 8 * dayMs },
  { name: '31 days', ms: 31 * dayMs },
] as const;

/** Whether a window begins with the first use of a key or anew with each decides how long retries may go on. */
export const fixedOrSliding: Scenario = {
  id: 'retention/fixed-or-sliding',
  title: 'The report says how long a key is kept, and whether a retry makes its window begin anew',
  level: 'SURVEY',
  course:
    'Two keys are used; one of them again at 60 % of the window; both at 120 %. Where no window is stated, each of seven keys is used again at an age of its own, from a minute to 31 days.',
  holdsWhen:
    'It is seen whether the use half-way has kept the one key alive, or between which ages a key is forgotten.',
  risk: 'Whoever takes a fixed window for a sliding one retries after the key was forgotten.',
  usualCause: 'Stores differ: some renew the time to live whenever an entry is read.',
  remedy: 'Publish from when the window counts.',
  sources: [
    'public report B93: fixed or sliding, nobody knows',
    'IETF Idempotency-Key draft, 2.3: publish the policy',
  ],
  needs: ['observe', 'move-clock'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const windowMs = statedWindowMs(contract);
    if (windowMs !== null) return [halfWay(percentOf(windowMs, 60))];
    const isOpen = contract.mode !== 'unguarded' && contract.retention.kind === 'undocumented';
    return isOpen ? [atAges()] : [];
  },
  invariants: [recordsAsPromised],
  shows: ['retention', 'after_expiry'],
  sees: (history) =>
    history.tries.flatMap((each) =>
      each.name === byAge
        ? each.actions.flatMap((action) => [...keyAge(each, action), ...keyEnd(each, action)])
        : // The other key was used in between, which may have made its window longer.
          [...windowSeen(each, history), ...keyAge(each, idle.name)],
    ),
};

function halfWay(stepMs: number): Try {
  return {
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
  };
}

/** Each key is used once more, and no other time, as a use may make its window longer. */
function atAges(): Try {
  const actions = ages.map(({ name }) => ({ name: `told again after ${name}` }));
  const later = actions.flatMap((action, index): readonly Step[] => [
    moveClock((ages[index]?.ms ?? 0) - (ages[index - 1]?.ms ?? 0)),
    probe(action),
  ]);
  return {
    name: byAge,
    steps: [
      ...actions.map((action) => first(action)),
      ...later,
      ...actions.map((action) => observeLate(action, count)),
    ],
  };
}

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
