import { racedContentStands } from '../../harness/invariants/raced-content-stands.js';
import { racesHaveOneWinner } from '../../harness/invariants/races-have-one-winner.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Contract } from '../../harness/model/contract.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { recordsAfterClash, variedContent, whereKeysBind } from '../other-content.js';
import { clash, first, observeLate } from '../steps.js';

const rounds = [1, 2, 3, 4, 5];
const roundsOfBurst = 3;
const slowMs = 300;

/** Two programs that use one key by mistake may do so at the same moment. */
export const raced: Scenario = {
  id: 'conflict/raced',
  title: 'Of two contents that race under one key, one is done and only that one is told so',
  level: 'MUST',
  course:
    'Two contents with the same key are sent together, in five rounds, and while a slow one is under way; where sockets are at hand also with their last bytes released together.',
  holdsWhen:
    'There is one record, it reads the content that was acknowledged, and the other was not told "done".',
  risk: 'Both programs believe that theirs was carried out, and one of them is wrong.',
  usualCause: 'The key is looked up first and written later, and what comes second writes over the first.',
  remedy:
    'Claim the key and compare the content in one atomic step, such as an insert under a unique constraint.',
  sources: [
    'public report B18: the second claim replaced the first without an error',
    'public report B17: the answer of the loser replaces that of the winner',
    'public report B86: a mismatch while the first is in progress',
  ],
  needs: ['observe', 'vary', 'kept-variation'],
  flaws: ['race-loser-overwrites'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record', 'conflict/no-second-effect'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      { name: 'sent together', steps: rounds.flatMap((round) => raceOf(round, contract)) },
      {
        name: 'released together',
        needs: ['burst'],
        steps: [burstOf('task', contract), burstOf('task the other way round', contract, 'reversed')],
      },
      {
        name: 'while a slow one is under way',
        needs: ['slow'],
        steps: [{ do: 'control', what: { control: 'slow', ms: slowMs } }, ...raceOf(1, contract)],
      },
    ]),
  invariants: [recordsAsPromised, racedContentStands, racesHaveOneWinner],
};

/** Either content is released first in one of two bursts. */
function burstOf(name: string, contract: Contract, order?: 'reversed'): Step {
  const task = { name };
  const sends = [first(task), clash(variedContent(task, contract))];
  return {
    do: 'burst',
    sends: order === 'reversed' ? sends.toReversed() : sends,
    rounds: roundsOfBurst,
    afterwards: [observeLate(task, recordsAfterClash(contract))],
  };
}

/** Either content begins in every other round. */
function raceOf(round: number, contract: Contract): readonly Step[] {
  const task = { name: `task ${round}` };
  const sends = [first(task), clash(variedContent(task, contract))];
  return [
    { do: 'together', steps: round % 2 === 0 ? sends.toReversed() : sends },
    observeLate(task, recordsAfterClash(contract)),
  ];
}
