import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { createsOf, inWords } from '../../harness/invariants/reading.js';
import type { Contract } from '../../harness/model/contract.js';
import type { TryView } from '../../harness/model/history-view.js';
import { acknowledgingKinds, type OutcomeKind } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { clashAnswers, variedContent, whereKeysBind } from '../other-content.js';
import { readsAs } from '../reads-as.js';
import { clash, first, refusals, retry } from '../steps.js';

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
  shows: ['mismatch'],
  sees: (history, contract) => history.tries.flatMap((each) => seenIn(each, contract)),
};

function seenIn(each: TryView, contract: Contract): readonly Observation[] {
  const [original, other] = each.actions;
  const seen = each.of('observed').at(-1);
  if (original === undefined || other === undefined || seen?.complete !== true) return [];
  const changed = seen.records.some(({ fields }) => readsAs(fields, each, { original, other }, contract));
  return createsOf(each, other).flatMap(({ exchange, ended, outcome }) => {
    const done = seen.records.length > 1 ? 'new_record' : changed ? 'update' : null;
    const events = [exchange.started.seq, ended.seq, seen.seq];
    return [
      { claim: 'mismatch', ...conductOf(done, outcome.kind, contract), events },
      { claim: 'form of a conflict', observed: inWords(ended.answer, { ...outcome, id: null }), events },
    ];
  });
}

function conductOf(
  done: 'new_record' | 'update' | null,
  kind: OutcomeKind,
  { mode }: Contract,
): Pick<Observation, 'observed' | 'fits'> {
  if (done !== null) return { observed: done };
  if (kind === 'updated') return { observed: 'update' };
  // What refuses by uniqueness does not look at the content; by a key, nobody knows whether it did.
  if (kind === 'exists' && mode === 'insert_only') return { observed: 'reject' };
  if (kind === 'exists') {
    return { observed: 'refused as if it were a repeat', fits: ['reject', 'replay_anyway'] };
  }
  if (acknowledgingKinds.includes(kind)) return { observed: 'replay_anyway' };
  if (refusals.includes(kind)) return { observed: 'reject' };
  return { observed: `answered ${kind}`, fits: [] };
}
