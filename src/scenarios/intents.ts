import { createsOf, inWords } from '../harness/invariants/reading.js';
import type { ActionPlan } from '../harness/model/action.js';
import type { Contract, Intent } from '../harness/model/contract.js';
import type { TryView } from '../harness/model/history-view.js';
import { acknowledgingKinds, type OutcomeKind } from '../harness/model/outcome.js';
import type { Observation, Setting, Try } from '../harness/model/scenario.js';
import type { Send, Step } from '../harness/model/step.js';
import { readsAs } from './reads-as.js';
import { definite, first, firstAnswers, observeLate, one, probe, refusals, retry } from './steps.js';

/** Whether an intent comes again with the content that it came with first. */
type Content = 'same' | 'other';

const rounds = [1, 2, 3, 4, 5];
const roundsOfBurst = 3;
const slowMs = 300;

/** One intent under two keys: three times each in turn, together, released together, and while one is under way. */
export function intentTries(content: Content, { contract, effort }: Setting): readonly Try[] {
  const { intent } = contract;
  if (intent === undefined) return [];
  const order = intended('order');
  const expect = answersTo(content === 'same' ? intent.repeat : intent.differs);
  const told = probe(underAnotherKey(order, content, contract), { expect });
  const inTurn = [told, retry(order), told, retry(order), told];
  const burst: Step = {
    do: 'burst',
    sends: raceOf('order', content, contract),
    rounds: roundsOfBurst,
    afterwards: [observeLate(order, one)],
  };
  const slow: Step = { do: 'control', what: { control: 'slow', ms: slowMs } };
  return [
    {
      name: 'in turn',
      steps: [first(order, { expect: firstAnswers(contract) }), ...inTurn, observeLate(order, one)],
    },
    { name: 'sent together', steps: rounds.flatMap((round) => sentTogether(round, content, contract)) },
    { name: 'released together', needs: ['burst'], steps: [burst] },
    // The content of a second request makes no difference to how long the first one takes.
    ...(effort === 'quick' && content === 'other'
      ? []
      : [
          {
            name: 'while a slow one is under way',
            needs: ['slow'] as const,
            steps: [slow, ...sentTogether(1, content, contract)],
          },
        ]),
  ];
}

/** One intent under two keys, once: in turn, or at the same moment. */
export function intentRaisedTwice(
  name: string,
  content: Content,
  contract: Contract,
  together: boolean,
): readonly Step[] {
  const { intent } = contract;
  if (intent === undefined) return [];
  const order = intended(name);
  const counted = observeLate(order, one);
  if (together) return [{ do: 'together', steps: raceOf(name, content, contract) }, counted];
  const expect = answersTo(content === 'same' ? intent.repeat : intent.differs);
  const told = probe(underAnotherKey(order, content, contract), { expect });
  return [probe(order, { expect: firstAnswers(contract) }), told, told, counted];
}

/** An action that carries an intent, whether the sample payload does or not. */
function intended(name: string): ActionPlan {
  return { name, intentOf: name };
}

function underAnotherKey(action: ActionPlan, content: Content, { vary }: Contract): ActionPlan {
  const same = { markerOf: action.name, intentOf: action.name };
  if (content === 'same' || vary === null) return { name: `${action.name} under another key`, ...same };
  return { name: `other content of ${action.name} under another key`, ...same, edits: [vary] };
}

// "exists" says that the record is there, and that nothing was done.
const answers: Readonly<Record<Intent['repeat'] | Intent['differs'], readonly OutcomeKind[]>> = {
  same_record: acknowledgingKinds,
  update: acknowledgingKinds,
  reject: [...refusals, 'exists'],
  undocumented: definite,
};

function answersTo(claim: Intent['repeat'] | Intent['differs']): readonly OutcomeKind[] {
  return answers[claim];
}

function raceOf(name: string, content: Content, contract: Contract): readonly Send[] {
  const order = intended(name);
  return [first(order), probe(underAnotherKey(order, content, contract))];
}

/** Either key begins in every other round. */
function sentTogether(round: number, content: Content, contract: Contract): readonly Step[] {
  const name = `order ${round}`;
  const sends = raceOf(name, content, contract);
  return [
    { do: 'together', steps: round % 2 === 0 ? sends.toReversed() : sends },
    observeLate(intended(name), one),
  ];
}

/** What the first try shows of an intent that came again under another key. */
export function intentSeen(
  claim: 'intent: repeat' | 'intent: differs',
  each: TryView,
  contract: Contract,
): readonly Observation[] {
  const [original, other] = each.actions;
  const seen = each.of('observed').at(-1);
  if (original === undefined || other === undefined || seen?.complete !== true) return [];
  const changed = seen.records.some(({ fields }) => readsAs(fields, each, { original, other }, contract));
  const done = seen.records.length > 1 ? 'several' : changed ? 'update' : null;
  const form = claim === 'intent: repeat' ? 'form of a repeated intent' : 'form of an intent that differs';
  return createsOf(each, other).flatMap(({ exchange, ended, outcome }) => {
    const events = [exchange.started.seq, ended.seq, seen.seq];
    return [
      { claim, ...conductOf(done, outcome.kind), events },
      { claim: form, observed: inWords(ended.answer, { ...outcome, id: null }), events },
    ];
  });
}

function conductOf(
  done: 'several' | 'update' | null,
  kind: OutcomeKind,
): Pick<Observation, 'observed' | 'fits'> {
  if (done === 'several') return { observed: 'a record of its own', fits: [] };
  if (done === 'update') return { observed: done };
  if (kind === 'exists') return { observed: 'refused as one that exists', fits: ['same_record', 'reject'] };
  if (acknowledgingKinds.includes(kind)) return { observed: 'same_record' };
  return refusals.includes(kind) ? { observed: 'reject' } : { observed: `answered ${kind}`, fits: [] };
}
