import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { noCreatePastTheWindow } from '../../harness/invariants/no-create-past-the-window.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { replyLost } from '../../harness/faults/reply-lost.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation, Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { first, firstAnswers, observeLate, one, probe, retry } from '../steps.js';
import { keyAge, keyEnd } from './key-age.js';
import { promisedPastTheWindow } from './past-the-window.js';
import { endingWindowMs, moveClock, percentOf, statedWindowMs } from './window.js';

const task = { name: 'task' };
const late = { name: 'in doubt' };

/** What a key is worth once its window is over; and a sender that knows does not try its luck. */
export const afterExpiry: Scenario = {
  id: 'retention/after-expiry',
  title: 'After its window a key is treated as the contract claims',
  level: 'as-claimed',
  claim: 'after_expiry',
  course:
    'An action is told again at 101 % of the window; the sender itself comes back at 101 % to an action whose reply was lost.',
  holdsWhen:
    'The late retry makes a new record, is refused or is replayed, as claimed; the sender looks the action up or holds it, and does not send.',
  risk: 'A retry that comes a day too late is done a second time in silence.',
  usualCause: 'Expiry was never decided on: whatever the store does with an old key is what callers get.',
  remedy: 'Decide and publish it; refusing an expired key is the only answer that no sender can misread.',
  sources: [
    'public report B93: expiry unknown, even to support',
    'contract fact: after expiry almost all receivers create again in silence; OASIS answers 412',
    'first essay: once deduplication expires, an ambiguous retry may create another task',
  ],
  needs: ['observe', 'move-clock', 'retention-window'],
  flaws: ['expired-key-refused', 'retries-after-expiry'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'duplicate-safe', answer: 'retry-safe' },
  tries,
  invariants: [recordsAsPromised, answersAsPromised, noCreatePastTheWindow],
  shows: ['after_expiry', 'retention'],
  sees,
};

function tries({ contract }: Setting): readonly Try[] {
  const windowMs = statedWindowMs(contract);
  if (windowMs === null) return [];
  const pastMs = percentOf(windowMs, 101);
  const promise = promisedPastTheWindow(contract);
  return [
    {
      name: 'told again past the window',
      steps: [
        first(task, { expect: firstAnswers(contract) }),
        retry(task),
        moveClock(pastMs),
        probe(task, promise.send),
        observeLate(task, promise.count),
      ],
    },
    {
      name: 'the sender past the window',
      steps: [
        { do: 'approve', action: late },
        { do: 'attempt' },
        moveClock(pastMs),
        { do: 'work' },
        observeLate(late, one),
      ],
      faults: [replyLost],
    },
  ];
}

function sees({ tries: [each], contract }: HistoryView): readonly Observation[] {
  const told = each?.exchanges.find(({ started }) => started.role === 'probe');
  if (each === undefined || told?.ended?.outcome == null) return [];
  const [end, age] = [keyEnd(each, task.name), keyAge(each, task.name)];
  // A floor may be kept for longer, so that a replay does not say that the key has expired.
  const stays = end.length === 0 && endingWindowMs(contract) !== null && acknowledges(told.ended.outcome);
  const events = [told.started.seq, told.ended.seq];
  return [...end, ...(stays ? [{ claim: 'after_expiry', observed: 'replay', events }] : []), ...age];
}
