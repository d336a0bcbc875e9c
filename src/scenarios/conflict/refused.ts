import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { createsOf } from '../../harness/invariants/reading.js';
import type { Contract } from '../../harness/model/contract.js';
import type { TryView } from '../../harness/model/history-view.js';
import { atPointer, sameJson } from '../../harness/model/json.js';
import { acknowledges, refusingKinds, type Outcome } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { clashAnswers, variedContent, whereKeysBind } from '../other-content.js';
import { clash, first, retry } from '../steps.js';

const task = { name: 'task' };

/** Whoever mixes up two actions must be told so. */
export const refused: Scenario = {
  id: 'conflict/refused',
  title: 'Another content under a used key is answered as the contract says',
  level: 'as-claimed',
  claim: 'mismatch',
  course: 'The action is sent, then another content with the same key, twice.',
  holdsWhen: 'The answer reads as a mismatch, or as what the contract claims in its place.',
  risk: 'The sender reads the old answer as a yes to something that was never done.',
  usualCause: 'The key alone is looked up, and the stored answer is told whatever was sent.',
  remedy: 'Store a fingerprint of the content with the key, and answer 422 when it differs.',
  sources: [
    'IETF Idempotency-Key draft, section 2.7: 422 for another payload',
    'public report B61: the key alone decides; another payload gets the old success',
    'public report B62: a client library that turns a conflict into success',
  ],
  needs: ['observe', 'vary'],
  flaws: ['conflict-replayed'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const other = variedContent(task, contract);
    const expect = clashAnswers(contract);
    return whereKeysBind(contract, [
      {
        name: 'another content',
        steps: [
          first(task),
          clash(other, { expect }),
          clash(other, { expect }),
          retry(task),
          { do: 'observe', action: task, when: 'late' },
        ],
      },
    ]);
  },
  invariants: [answersAsPromised],
  sees: (history, contract) => history.tries.flatMap((each) => seenIn(each, contract)),
};

function seenIn(each: TryView, contract: Contract): readonly Observation[] {
  const [original, other] = each.actions;
  const [answer] = other === undefined ? [] : createsOf(each, other);
  const seen = each.of('observed').at(-1);
  if (original === undefined || answer === undefined || seen === undefined) return [];
  const payload = each.declared(original)?.payload;
  const { outcome } = answer;
  const changed = seen.records.some(({ fields }) =>
    contract.kept.some(({ sent, read }) => !sameJson(atPointer(payload, sent), atPointer(fields, read))),
  );
  const observed =
    seen.records.length > 1
      ? 'new_record'
      : changed || outcome.kind === 'updated'
        ? 'update'
        : refusesByUniqueness(outcome, contract) || refusingKinds.includes(outcome.kind)
          ? 'reject'
          : acknowledges(outcome)
            ? 'replay_anyway'
            : outcome.kind;
  return [{ claim: 'mismatch', observed, events: [answer.exchange.started.seq, answer.ended.seq, seen.seq] }];
}

/** What may be inserted once is refused by being there already, whatever the second content says. */
function refusesByUniqueness({ kind }: Outcome, { mode }: Contract): boolean {
  return mode === 'insert_only' && kind === 'exists';
}
