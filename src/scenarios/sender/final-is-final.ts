import { finalIsFinal as settledStaysSettled } from '../../harness/invariants/final-is-final.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { probe } from '../steps.js';

const task = { name: 'task' };
const workAgain: readonly Step[] = [{ do: 'work' }, { do: 'work', worker: 'worker-2' }];

/** What is settled is not touched again, and what waits for a person waits. */
export const finalIsFinal: Scenario = {
  id: 'sender/final-is-final',
  title: 'What is settled stays settled, and what is blocked waits for a person',
  level: 'MUST',
  course:
    'Actions end sent, refused for good, and blocked (by a conflict, by their budget); then workers come again.',
  holdsWhen: 'No worker takes any of them up; a blocked one moves only after an operator has acted.',
  risk: 'Work that was done, refused or set aside for a person starts again by itself.',
  usualCause:
    'The query for open work is "everything that is not sent", or a conflict counts as a passing trouble.',
  remedy: 'List the states that a worker may take, and let blocked be none of them.',
  sources: ['first essay: a blocked action is for a person', 'second essay: failed for good is not retried'],
  needs: [],
  flaws: ['conflict-retried'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [sent, blockedByBudget, ...refusedForGood(setting), ...blockedByConflict(setting)],
  invariants: [settledStaysSettled],
};

const sent: Try = { name: 'sent', steps: [{ do: 'approve', action: task }, ...workAgain] };

const blockedByBudget: Try = {
  name: 'blocked by its budget, then unblocked',
  needs: ['wire:refuse'],
  policy: { maxAttempts: 1 },
  steps: [
    { do: 'approve', action: task },
    { do: 'attempt', effects: [{ kind: 'refuse' }] },
    ...workAgain,
    { do: 'operator', act: 'unblock', action: task },
    ...workAgain,
  ],
};

function refusedForGood({ contract }: Setting): readonly Try[] {
  if (contract.invalid === null) return [];
  const invalid = { name: 'invalid', edits: [contract.invalid] };
  const steps: readonly Step[] = [{ do: 'approve', action: invalid }, ...workAgain];
  return [{ name: 'refused for good', needs: ['invalid-sample'], steps }];
}

/** The receiver already has another content under the key, so that it answers the approved one with a conflict. */
function blockedByConflict({ contract }: Setting): readonly Try[] {
  if (contract.vary === null || contract.claims.mismatch !== 'reject') return [];
  const taken = probe(task, { edits: [contract.vary] });
  const steps: readonly Step[] = [taken, { do: 'approve', action: task }, ...workAgain];
  return [{ name: 'blocked by a conflict', needs: ['vary'], steps }];
}
