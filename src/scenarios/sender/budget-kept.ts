import { budgetKept as budgetIsKept } from '../../harness/invariants/budget-kept.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';

const task = { name: 'task' };
const throttled: { readonly effects: readonly WireEffect[] } = {
  effects: [{ kind: 'throttle', retryAfterS: 1 }],
};

/** A sender that never gives up hides a problem from the people who could solve it. */
export const budgetKept: Scenario = {
  id: 'sender/budget-kept',
  title: 'Attempts end with their budget, and then a person decides',
  level: 'MUST',
  course:
    'Requests are throttled until the attempts, or the time for them, are used up; an operator then unblocks the action.',
  holdsWhen: 'No attempt passes the budget, the row is blocked, and only the operator starts a new budget.',
  risk: 'A broken receiver is hammered for days, and nobody learns that the work is not being done.',
  usualCause:
    'Retries are not counted in the ledger, so that a restart or another worker begins to count anew.',
  remedy: 'Count attempts and keep the deadline with the row; block the row when either is used up.',
  sources: [
    'first essay: an attempt or time budget',
    'second essay: retries within a limit',
    'public report B109',
  ],
  needs: ['wire:throttle'],
  flaws: ['budget-not-kept'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [attemptsUsedUp, timeUsedUp],
  invariants: [budgetIsKept],
};

const attemptsUsedUp: Try = {
  name: 'attempts used up',
  policy: { maxAttempts: 3 },
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [throttled, throttled, throttled] },
    { do: 'work', worker: 'worker-2' },
    { do: 'operator', act: 'unblock', action: task },
    { do: 'work' },
  ],
};

const timeUsedUp: Try = {
  name: 'time used up',
  policy: { deadlineMs: 2_000 },
  steps: [
    { do: 'approve', action: task },
    { do: 'attempt', ...throttled },
    { do: 'wait', ms: 2_500 },
    { do: 'work' },
    { do: 'operator', act: 'unblock', action: task },
    { do: 'work' },
  ],
};
