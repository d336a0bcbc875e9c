import { killsBrokeCreatesOff } from '../../harness/invariants/kills-broke-creates-off.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesEndAtTheFirstRecord } from '../../harness/invariants/retries-end-at-the-first-record.js';
import type { ActionPlan } from '../../harness/model/action.js';
import type { Effort } from '../../harness/model/effort.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { longestReceiverLeaseMs } from '../leases.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one } from '../steps.js';

const rounds: Readonly<Record<Effort, number>> = { quick: 2, standard: 20, thorough: 60 };
const slowRounds: Readonly<Record<Effort, number>> = { quick: 1, standard: 3, thorough: 9 };
const slowMs = 2_000;
/** Kills fall from the first byte up to this much later, the later the round. */
const spreadMs = 8;

/** A crash in the middle of the work leaves neither a second record nor a key that is stuck. */
export const killMidWork: Scenario = {
  id: 'durability/kill-mid-work',
  title: 'A crash during the work leaves no second record and no stuck key',
  level: 'MUST',
  course:
    'The process is killed at seeded moments during a create, started again, and the create is told until the lease is over, in twenty rounds (two at quick effort, sixty at thorough).',
  holdsWhen: 'There is one record in every round, and no key is stuck beyond the lease.',
  risk: 'An action that was under way when the receiver fell over is done twice, or can never be done.',
  usualCause: 'The claim on the key has no end, or is taken over without asking what its owner has done.',
  remedy: 'Give the claim a lease and a fence, and commit the work together with its answer.',
  sources: [
    'public report B29: one time to live for lock and record',
    'public report B30: in progress until the record expires',
    'public report B34: in progress for ever',
  ],
  needs: ['observe', 'kill'],
  flaws: ['claim-never-expires'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract, random, effort }) =>
    whereKeysBind(contract, [
      {
        name: 'killed at seeded moments',
        steps: told(tasksOf(rounds[effort]), (task, round) => [
          killedDuring(task, random.between(0, spreadMs * (round + 1))),
        ]),
      },
      {
        name: 'killed while the work is slow',
        needs: ['slow'],
        steps: told(tasksOf(slowRounds[effort]), (task) => [
          { do: 'control', what: { control: 'slow', ms: slowMs } },
          killedDuring(task, random.between(100, slowMs / 4)),
        ]),
      },
    ]),
  invariants: [recordsAsPromised, retriesEndAtTheFirstRecord, killsBrokeCreatesOff],
};

function tasksOf(count: number): readonly ActionPlan[] {
  return Array.from({ length: count }, (_, index) => ({ name: `task ${index + 1}` }));
}

function killedDuring(task: ActionPlan, afterMs: number): Step {
  return { do: 'during', send: first(task), afterMs, what: { control: 'kill' } };
}

/** All are told again side by side, so that what is stuck costs one lease and not one lease each. */
function told(
  tasks: readonly ActionPlan[],
  round: (task: ActionPlan, index: number) => readonly Step[],
): readonly Step[] {
  return [
    ...tasks.flatMap((task, index) => round(task, index)),
    { do: 'tell-again', actions: tasks, withinMs: longestReceiverLeaseMs },
    ...tasks.map((task) => observeLate(task, one)),
  ];
}
