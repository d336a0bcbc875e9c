import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { copiesMet } from '../../harness/invariants/copies-met.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { BurstStep } from '../../harness/model/step.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const sizes = [2, 8, 20];
const copiesAsStreams = 8;
const rounds = 5;

/** Copies of one action that arrive at the same moment are one action. */
export const oneEffect: Scenario = {
  id: 'concurrency/one-effect',
  title: 'Copies of one action that arrive together make one record',
  level: 'MUST',
  course:
    'Two, eight and twenty copies of one action are sent over connections of their own, and where the receiver speaks HTTP/2 as streams of one connection; their last bytes are released together, in several rounds, and the overlap that was reached is measured.',
  holdsWhen: 'There is one record in every round; without overlap nothing is concluded.',
  risk: 'Two workers that race, or a double click, have the same work done twice.',
  usualCause: 'The key is looked for first and written later, and both copies pass in between.',
  remedy:
    'Let a unique constraint decide who runs: insert the key first, and run only where the insert succeeded.',
  sources: [
    'public report B17: five middlewares that store the key only at the end',
    'public report B18: a claim by unconditional set',
    'third essay, 4: unique constraints arbitrate concurrency',
  ],
  needs: ['observe', 'burst'],
  flaws: ['look-up-then-insert'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    ...sizes.map((copies) => ({ name: `${copies} copies`, steps: [burstOf(copies)] })),
    {
      name: `${copiesAsStreams} copies as streams of one connection`,
      needs: ['burst:streams'],
      steps: [{ ...burstOf(copiesAsStreams), strategy: 'streams' }],
    },
  ],
  invariants: [recordsAsPromised, acknowledgedRecordsExist, copiesMet],
};

function burstOf(copies: number): BurstStep {
  return {
    do: 'burst',
    sends: [first(task), ...Array.from({ length: copies - 1 }, () => retry(task))],
    rounds,
    afterwards: [observeLate(task, one)],
  };
}
