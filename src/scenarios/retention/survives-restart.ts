import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { first, firstAnswers, observeLate, one, probe, retry } from '../steps.js';
import { promisedPastTheWindow } from './past-the-window.js';
import { endingWindowMs, moveClock, percentOf, promisedWindowMs } from './window.js';

const task = { name: 'task' };
/** What the steps themselves may take, in milliseconds, before the window is over. */
const slackMs = 5_000;

/** A window counts from the use of the key, not from the start of the process. */
export const survivesRestart: Scenario = {
  id: 'retention/survives-restart',
  title: 'A restart neither shortens nor lengthens the window of a key',
  level: 'MUST',
  course:
    'Half of the window passes, the receiver is restarted, and the other half passes; the key is used just before its end and just after it.',
  holdsWhen: 'The key is remembered to the end of its window and expires with it, as without the restart.',
  risk: 'A restart at the wrong moment makes the receiver forget what it promised to remember.',
  usualCause: 'The time to live is counted in memory, from when the key was loaded.',
  remedy: 'Store the moment of expiry, and compare it with the clock.',
  sources: [
    'public report B50: the stated window must be kept over restart and load',
    'public report B93: expiry in the wrong unit or from the wrong moment',
  ],
  needs: ['observe', 'move-clock', 'retention-window', 'restart'],
  flaws: ['window-counted-from-restart'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries,
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, answersAsPromised],
};

function tries({ contract }: Setting): readonly Try[] {
  const windowMs = promisedWindowMs(contract);
  if (windowMs === null || percentOf(windowMs, 1) < slackMs) return [];
  const promise = promisedPastTheWindow(contract);
  const past =
    endingWindowMs(contract) === null
      ? []
      : [moveClock(percentOf(windowMs, 2)), probe(task, promise.send), observeLate(task, promise.count)];
  return [
    {
      name: 'restarted in the middle of the window',
      steps: [
        first(task, { expect: firstAnswers(contract) }),
        moveClock(percentOf(windowMs, 50)),
        { do: 'control', what: { control: 'restart' } },
        moveClock(percentOf(windowMs, 49)),
        retry(task),
        observeLate(task, one),
        ...past,
      ],
    },
  ];
}
