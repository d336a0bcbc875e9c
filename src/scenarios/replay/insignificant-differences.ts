import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { createsOf } from '../../harness/invariants/reading.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Need } from '../../harness/model/need.js';
import type { TryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation, Scenario, Try } from '../../harness/model/scenario.js';
import type { Rewrite } from '../../harness/model/step.js';
import { definite, first, observeLate, one, probe, retry } from '../steps.js';

const task = { name: 'task' };

/** The same content can be written in many ways; a new version of the sender may write it otherwise. */
export const insignificantDifferences: Scenario = {
  id: 'replay/insignificant-differences',
  title: 'The same content written otherwise makes no second record',
  level: 'MUST',
  course:
    'The action is sent, then twice with its members in another order, with blanks, with escaped characters, or with 1 written as 1.0, then as before.',
  holdsWhen: 'There is one record. Whether the rewritten request is a replay or a mismatch is reported.',
  risk: 'An update of the sending program, or of a library in it, is enough to have open work done twice.',
  usualCause: 'What identifies a request is made from the raw bytes of its body.',
  remedy: 'Let the key alone identify, and compare contents only by their meaning.',
  sources: [
    'public report B63: member order changed the identity and the retry ran again',
    'public report B65: a hash over raw bytes refuses honest retries',
    'RFC 8785: one spelling for equal JSON',
  ],
  needs: ['observe', 'json-body'],
  flaws: ['raw-bytes-identity'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    rewritten('members in another order', 'reorder-members'),
    rewritten('blanks between', 'add-blanks'),
    rewritten('escaped characters', 'escape-text'),
    // Only a payload with a number is changed by it.
    rewritten('numbers written otherwise', 'respell-numbers', ['field:integer']),
  ],
  invariants: [recordsAsPromised, answersAsPromised, retriesNameTheFirstRecord],
  sees: (history) => history.tries.flatMap(seenIn),
};

function rewritten(name: string, rewrite: Rewrite, needs: readonly Need[] = []): Try {
  const again = probe(task, { rewrite, expect: definite });
  return { name, needs, steps: [first(task), again, again, retry(task), observeLate(task, one)] };
}

function seenIn(each: TryView): readonly Observation[] {
  return each.actions
    .flatMap((action) => createsOf(each, action))
    .filter(({ exchange }) => exchange.started.role === 'probe')
    .slice(0, 1)
    .map(({ outcome, ended }) => ({
      claim: `replay with ${each.name}`,
      observed: acknowledges(outcome) ? 'replay' : outcome.kind,
      events: [ended.seq],
    }));
}
