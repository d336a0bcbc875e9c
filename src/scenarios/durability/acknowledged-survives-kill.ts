import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Effort } from '../../harness/model/effort.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, firstAnswers, observeLate, one } from '../steps.js';

const rounds: Readonly<Record<Effort, number>> = { quick: 1, standard: 3, thorough: 10 };

/** What was acknowledged is on disk. */
export const acknowledgedSurvivesKill: Scenario = {
  id: 'durability/acknowledged-survives-kill',
  title: 'A record that was acknowledged survives the death of the process',
  level: 'MUST',
  course: 'A create is answered, the process is killed at once and started again.',
  holdsWhen: 'The record is there.',
  risk: 'Work that was confirmed is gone after a crash, and nobody knows.',
  usualCause: 'The answer goes out before the commit, or the commit before the disk has it.',
  remedy: 'Answer only after a commit that waits for the disk.',
  sources: [
    'public report B40: marked done before the effect is durable',
    'third essay, 4: local state and intent commit together',
  ],
  needs: ['observe', 'kill'],
  flaws: ['acknowledges-before-commit', 'job-done-before-stored'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: ({ contract, effort }) => [
    {
      name: 'killed right after the answer',
      steps: Array.from({ length: rounds[effort] }, (_, round): readonly Step[] => {
        const task = { name: `task ${round + 1}` };
        return [
          first(task, { expect: firstAnswers(contract) }),
          { do: 'control', what: { control: 'kill' } },
          observeLate(task, one),
        ];
      }).flat(),
    },
  ],
  invariants: [recordsAsPromised, acknowledgedRecordsExist],
};
