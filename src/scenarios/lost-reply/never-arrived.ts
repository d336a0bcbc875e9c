import { connectionRefused } from '../../harness/faults/connection-refused.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { none, observeEarly, observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** The other side of a lost reply: here nothing was done, and to give up would be as wrong as to do it twice. */
export const neverArrived: Scenario = {
  id: 'lost-reply/never-arrived',
  title: 'A request that never arrived is done by the retry',
  level: 'MUST',
  course: "The connection for the sender's first attempt is refused; the sender retries.",
  holdsWhen: 'There is no record before the retry, and one after it.',
  risk: 'Work that was approved is never done, because the first attempt met a closed door.',
  usualCause: 'The retry is answered as if the first attempt had arrived, or its record is never stored.',
  remedy: 'Acknowledge only what is stored; a key that was never seen is new.',
  sources: [
    'public report B97: a refused connection is fail-over, not a repeat',
    'first essay: did the task fail to arrive, or was the reply lost',
  ],
  needs: ['observe', 'wire:refuse'],
  flaws: ['timeout-read-as-refusal', 'answers-without-saving'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'connection refused',
      steps: [
        { do: 'approve', action: task },
        { do: 'attempt' },
        observeEarly(task, none),
        { do: 'work' },
        observeLate(task, one),
      ],
      faults: [connectionRefused],
    },
  ],
  invariants: [recordsAsPromised, acknowledgedRecordsExist],
};
