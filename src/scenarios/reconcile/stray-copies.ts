import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { WireEffect } from '../../harness/model/exchange.js';
import { eachOfThem } from './each-of-them.js';

const heldForLong: Readonly<Record<string, WireEffect>> = {
  'kept on the way until the look-ups are over': { kind: 'hold-request', later: 2 },
};
const doubled: Readonly<Record<string, WireEffect>> = { 'doubled on the way': { kind: 'double' } };

/** What no look-up can see coming, which is the limit of every sender that looks first. */
export const strayCopies: Scenario = {
  id: 'reconcile/stray-copies',
  title: 'A copy that arrives after the look-ups, or beside the original, makes no second record',
  level: 'SURVEY',
  course:
    'A request is kept on the way until the sender has looked twice and sent again (not at quick effort); another is doubled on the way.',
  holdsWhen: 'There is one record of each action.',
  risk: 'A proxy or a queue between the two repeats work, and no care of the sender prevents it.',
  usualCause: 'Without a key the receiver cannot know the copy, and the sender does not know of it.',
  remedy: 'Give the create a key, or a unique constraint on a value that the sender chose.',
  sources: ['public report B39: the copy that was thought dead was carried out', 'public reports B97 to B99'],
  needs: ['lookup', 'observe'],
  flaws: ['no-deduplication'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'retry-safe' },
  tries: ({ effort }) => [
    ...(effort === 'quick' ? [] : [eachOfThem('kept on the way', heldForLong)]),
    eachOfThem('doubled on the way', doubled),
  ],
  invariants: [recordsAsPromised],
};
