import { nothingVanishes as everyActionIsKept } from '../../harness/invariants/nothing-vanishes.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';

const task = { name: 'task' };
const throttled: { readonly effects: readonly WireEffect[] } = {
  effects: [{ kind: 'throttle', retryAfterS: 1 }],
};

/** However an action ends, it can be found in the ledger afterwards. */
export const nothingVanishes: Scenario = {
  id: 'sender/nothing-vanishes',
  title: 'Every approved action can be accounted for, however it ended',
  level: 'MUST',
  course:
    'Actions are brought to each end that there is: sent, refused for good, out of attempts, in doubt, not yet begun.',
  holdsWhen: 'Each of them is still in the outbox, in the state that tells its end.',
  risk: 'Approved work is forgotten, and no list shows that anything is missing.',
  usualCause: 'A message is dropped when its attempts are used up, or when its handler fails for good.',
  remedy: 'Never delete an action that is not done: block it, keep the reason, show it to an operator.',
  sources: ['second essay: an operation ledger in place of success or failure', 'public report B106'],
  needs: [],
  flaws: ['row-dropped-after-budget'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [sent, outOfAttempts, inDoubt, notBegun, ...refusedForGood(setting)],
  invariants: [everyActionIsKept],
};

const sent: Try = { name: 'sent', steps: [{ do: 'approve', action: task }, { do: 'work' }] };

const outOfAttempts: Try = {
  name: 'out of attempts',
  needs: ['wire:throttle'],
  policy: { maxAttempts: 2 },
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [throttled, throttled] },
  ],
};

const inDoubt: Try = {
  name: 'in doubt',
  needs: ['wire:lose-reply'],
  steps: [
    { do: 'approve', action: task },
    { do: 'attempt', effects: [{ kind: 'lose-reply' }] },
  ],
};

const notBegun: Try = { name: 'not yet begun', steps: [{ do: 'approve', action: task }] };

function refusedForGood({ contract }: Setting): readonly Try[] {
  if (contract.invalid === null) return [];
  const invalid = { name: 'invalid', edits: [contract.invalid] };
  return [
    {
      name: 'refused for good',
      needs: ['invalid-sample'],
      steps: [{ do: 'approve', action: invalid }, { do: 'work' }],
    },
  ];
}
