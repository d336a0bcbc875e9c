import { lateOwnerFenced as lateOwnerWritesNothing } from '../../harness/invariants/late-owner-fenced.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Need } from '../../harness/model/need.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { PausePoint, Step } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { observeEarly, observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** Whoever comes back late must not tear down what the new owner has built. */
export const lateOwnerFenced: Scenario = {
  id: 'sender/late-owner-fenced',
  title: 'A worker that lost its action to another one changes nothing any more',
  level: 'MUST',
  course:
    'A worker sends and stands still, its request done or still on its way; its lease runs out, another worker takes the action over and finishes it.',
  holdsWhen: 'What the first worker wants to record when it goes on is refused, and there is one record.',
  risk: 'Work that is done is shown as open again, and somebody does it a second time.',
  usualCause: 'Rows are updated by their id alone, or by the name of a worker that can own them twice.',
  remedy: "Make every write conditional on the claim's own fencing token, which grows with each claim.",
  sources: ['third essay: fencing', 'public report B59'],
  needs: ['observe'],
  flaws: ['late-owner-writes'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [
    comesLate(setting, { name: 'with an answer in hand', at: 'after-reply', effects: [], needs: [] }),
    comesLate(setting, {
      name: 'with a lost reply',
      at: 'before-record',
      effects: [{ kind: 'lose-reply' }],
      needs: ['wire:lose-reply'],
    }),
    ...stillOnItsWay(setting),
  ],
  invariants: [lateOwnerWritesNothing, recordsAsPromised],
};

/** Its request arrives when the other worker's is done; a receiver that knows no retries cannot take that. */
function stillOnItsWay(setting: Setting): readonly Try[] {
  if (setting.contract.mode === 'unguarded') return [];
  const effects = [{ kind: 'hold-request', later: 1 }] as const;
  const needs = ['worker-process', 'wire:hold-request'] as const;
  // By the end of a count it has arrived; its sender, woken, gives up at once, and might take it along.
  const meanwhile = [observeEarly(task, one)];
  return [
    comesLate(setting, {
      name: 'with a request still on its way',
      at: 'on-the-way',
      effects,
      needs,
      meanwhile,
    }),
  ];
}

interface Stall {
  readonly name: string;
  readonly at: PausePoint;
  readonly effects: readonly WireEffect[];
  readonly needs: readonly Need[];
  /** What more happens before the first worker goes on. */
  readonly meanwhile?: readonly Step[];
}

function comesLate({ contract }: Setting, { name, at, effects, needs, meanwhile = [] }: Stall): Try {
  const policy = shortLease(contract);
  return {
    name,
    needs,
    policy,
    steps: [
      { do: 'approve', action: task },
      {
        do: 'attempt',
        effects,
        pause: {
          at,
          steps: [{ do: 'wait', ms: policy.leaseMs + 500 }, { do: 'work', worker: 'worker-2' }, ...meanwhile],
        },
      },
      { do: 'work' },
      observeLate(task, one),
    ],
  };
}
