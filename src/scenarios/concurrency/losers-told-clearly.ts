import type { Scenario } from '../../harness/model/scenario.js';

/** Losing a race is no error of anybody. */
export const losersToldClearly: Scenario = {
  id: 'concurrency/losers-told-clearly',
  title: 'The losers of a race are told something that they can act on',
  level: 'SHOULD',
  course: 'The first answers to the copies that lost the race are read.',
  holdsWhen: 'Each says replayed, exists, in flight or throttled; none is a server error.',
  risk: 'Every race raises an alarm, and people are called to look at work that is in order.',
  usualCause: 'The violated unique constraint comes out as 500.',
  remedy: 'Turn the violated constraint into the stored answer, or into 409 with a wait.',
  sources: [
    'public report B86: a lost race answered 500 or 503',
    'public report B85: a lock read as a stored answer',
    'IETF Idempotency-Key draft, 2.7: 409 while a request is outstanding',
  ],
  needs: ['observe', 'burst'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record', 'concurrency/one-effect'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  invariants: [],
};
