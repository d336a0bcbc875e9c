import { clashesAreAnsweredForGood } from '../../harness/invariants/clashes-are-answered-for-good.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { variedContent, whereKeysBind } from '../other-content.js';
import { clash, first } from '../steps.js';

const task = { name: 'task' };

/** Senders act on the class of an answer: a final refusal stops them, anything else keeps them going. */
export const clearAnswer: Scenario = {
  id: 'conflict/clear-answer',
  title: 'A clash is answered so that nobody tries it again',
  level: 'SHOULD',
  course: 'The action is sent, then another content with the same key, twice.',
  holdsWhen: 'The answer is final: no server error, nothing that reads as busy, and no Retry-After.',
  risk: 'The sender repeats for days what can never work, and the people who could settle it hear nothing.',
  usualCause: 'A unique constraint fails inside, and the error reaches the caller as 500 or 503.',
  remedy: 'Catch the collision where it happens, and answer 422 or another 4xx of its own.',
  sources: [
    'public report B86: conflict and mismatch answered with the wrong class',
    'RFC 9110, sections 15.5 and 15.6: whose mistake it is',
  ],
  needs: ['vary'],
  flaws: ['conflict-answered-500', 'conflict-answered-503'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const other = variedContent(task, contract);
    return whereKeysBind(contract, [
      { name: 'another content', steps: [first(task), clash(other), clash(other)] },
    ]);
  },
  invariants: [clashesAreAnsweredForGood],
};
