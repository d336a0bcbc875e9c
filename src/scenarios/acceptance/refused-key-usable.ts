import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { deliveriesOf } from '../../harness/invariants/reading.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Contract } from '../../harness/model/contract.js';
import type { TryView } from '../../harness/model/history-view.js';
import {
  acknowledges,
  acknowledgingKinds,
  leavesOpen,
  type OutcomeKind,
} from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { atMostOne, definite, first, observeLate, one, probe, refusals, retry } from '../steps.js';

const task = { name: 'task' };

/** A refusal is no effect: whether the key survives it is for the contract to say. */
export const refusedKeyUsable: Scenario = {
  id: 'acceptance/refused-key-usable',
  title: 'After a refusal the key does what the contract says',
  level: 'as-claimed',
  claim: 'failures',
  course: 'An invalid payload is sent with a key, then the corrected one with the same key, three times.',
  holdsWhen: 'The corrected action is done, or still refused, as the contract claims; never twice.',
  risk: 'A corrected order is answered with the old refusal, and cannot be placed for a day.',
  usualCause:
    'The refusal of an invalid request is stored under the key and told again, whatever comes next.',
  remedy: 'Keep a key only for what was done; let a refused request leave its key as it was.',
  sources: [
    'public report B89: a refusal that stays',
    'public report B87',
    'contract facts: failures are kept in at least five ways',
  ],
  needs: ['observe', 'invalid-sample'],
  flaws: ['refusal-stored'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const { invalid } = contract;
    const expect = promised(contract);
    return whereKeysBind(contract, [
      {
        name: 'refused, then corrected',
        steps: [
          probe(task, { edits: invalid === null ? [] : [invalid], expect: refusals }),
          first(task, { expect }),
          retry(task, { expect }),
          retry(task, { expect }),
          observeLate(task, runsAgain(contract) ? one : atMostOne),
        ],
      },
    ]);
  },
  invariants: [recordsAsPromised, answersAsPromised],
  shows: ['failures'],
  sees: ({ tries, contract }) => tries.flatMap((each) => seenIn(each, contract)),
};

/** Claims under which a refusal is forgotten. The others are about failures of every kind and may spare refusals. */
function runsAgain({ claims }: Contract): boolean {
  return claims.failures === '2xx_only' || claims.failures === 're_execute';
}

function promised(contract: Contract): readonly OutcomeKind[] {
  return runsAgain(contract) ? acknowledgingKinds : definite;
}

/** Claims about failures that were run may spare a refusal, which was not; that one is kept fits more than one of them. */
function seenIn(each: TryView, { mode }: Contract): readonly Observation[] {
  const [corrected] = each.actions.flatMap((action) => deliveriesOf(each, action));
  if (corrected === undefined || leavesOpen(corrected.outcome)) return [];
  // A key that is spent may be answered like one whose record is there.
  const done = acknowledges(corrected.outcome) && each.of('observed').at(-1)?.records.length !== 0;
  return [
    {
      claim: 'failures',
      observed: done ? 'done after a refusal' : 'a refusal is kept',
      fits: done ? [mode === 'key' ? '2xx_only' : 're_execute', 'all', 'burnt'] : ['all', 'non_5xx', 'burnt'],
      events: [corrected.exchange.started.seq, corrected.ended.seq],
    },
  ];
}
