import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { staleApprovalHeld as staleIsHeld } from '../../harness/invariants/stale-approval-held.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { none, observeLate } from '../steps.js';

const task = { name: 'task' };
const expiresInMs = 1_000;
const pastIt: Step = { do: 'wait', ms: 1_500 };
const refused: Step = { do: 'attempt', effects: [{ kind: 'refuse' }] };
const workAndCount: readonly Step[] = [{ do: 'work' }, observeLate(task, none)];

/** An approval is for this content and for this time; for anything else somebody must be asked again. */
export const staleApprovalHeld: Scenario = {
  id: 'sender/stale-approval-held',
  title: 'Nothing is sent under an approval that has expired or was given for another content',
  level: 'MUST',
  course:
    'An approval expires, or the stored payload is changed, before the first attempt, between two attempts, or while a worker stands still.',
  holdsWhen: 'The action is held, and the receiver has no record of it.',
  risk: 'Something is done in the name of a person who never agreed to it, or agreed to it under other circumstances.',
  usualCause: 'The approval is looked at when the action is queued, and not again when it is sent.',
  remedy: 'Bind the approval to a hash of the bytes and to a time; check both right before each request.',
  sources: ['third essay: stale approvals', 'first essay: the approved payload is reused unchanged'],
  needs: ['observe'],
  flaws: ['stale-approval-sent'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [expired, expiredBetween, expiredWhileStanding, changed, changedBetween],
  invariants: [staleIsHeld, recordsAsPromised],
};

const expired: Try = {
  name: 'expired',
  steps: [{ do: 'approve', action: task, expiresInMs }, pastIt, ...workAndCount],
};

const expiredBetween: Try = {
  name: 'expired between two attempts',
  needs: ['wire:refuse'],
  steps: [{ do: 'approve', action: task, expiresInMs }, refused, pastIt, ...workAndCount],
};

const expiredWhileStanding: Try = {
  name: 'expired while a worker stood still',
  steps: [
    { do: 'approve', action: task, expiresInMs },
    { do: 'attempt', pause: { at: 'before-send', steps: [pastIt] } },
    ...workAndCount,
  ],
};

const changed: Try = {
  name: 'another content',
  steps: [{ do: 'approve', action: task }, { do: 'tamper', action: task }, ...workAndCount],
};

const changedBetween: Try = {
  name: 'another content between two attempts',
  needs: ['wire:refuse'],
  steps: [{ do: 'approve', action: task }, refused, { do: 'tamper', action: task }, ...workAndCount],
};
