import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Send, Step } from '../../../harness/model/step.js';
import { failNext, failed } from '../../failure/after-failure.js';
import { intentRaisedTwice } from '../../intents.js';
import { definite, firstAnswers, none, observeLate, one, probe, refusals } from '../../steps.js';
import { answersTo, certain, isUntold, loose, told } from '../knowledge.js';
import { keyOf, partOf, type Plot } from '../plot.js';

const largeCharacters = 320 * 1024;
const retryAfterS = 2;

/** Something comes with the action's key that is no good request. */
export function misfit(plot: Plot, { who, what }: MoveOf<'misfit'>): readonly Step[] {
  const part = partOf(plot, who);
  const how = what === 'member' ? invalidMember(plot) : plot.can('json-body') ? rawOf(what) : null;
  if (part === null || how === null) return [];
  const step = probe(part.action, { ...how, ...(part.known.isLoose ? {} : { expect: refusals }) });
  // What a refusal does to an unused key is for the contract to say.
  if (isUntold(part.known) && !forgetsRefusals(plot)) part.known = loose;
  return [step];
}

function invalidMember(plot: Plot): Partial<Send> | null {
  const { invalid } = plot.contract;
  return invalid === null || !plot.can('invalid-sample') ? null : { edits: [invalid] };
}

function rawOf(what: 'json' | 'size'): Partial<Send> {
  return {
    rawBody:
      what === 'json' ? '{"title": "cut off in the mid' : JSON.stringify(['x'.repeat(largeCharacters)]),
  };
}

function forgetsRefusals({ contract: { claims } }: Plot): boolean {
  return claims.failures === '2xx_only' || claims.failures === 're_execute';
}

/** A create of nobody's, without a key or with an empty one. */
export function oddKey(plot: Plot, { what }: MoveOf<'odd-key'>): readonly Step[] {
  const { contract } = plot;
  if (!plot.can('key-mode') || contract.key.in === 'path' || contract.key.in === 'none') return [];
  const action = { name: `stranger ${plot.next()}` };
  if (what === 'empty') {
    if (!contract.promises.includes('key/empty')) return [];
    return [probe(action, { keys: [''], expect: refusals }), observeLate(action, none)];
  }
  switch (contract.claims.missing_key) {
    case 'reject':
      return [probe(action, { keys: [], expect: refusals }), observeLate(action, none)];
    case 'unguarded':
      return [probe(action, { keys: [], expect: firstAnswers(contract) }), observeLate(action, one)];
    case 'undocumented':
      return [];
  }
}

/** The action's key goes to the second operation, which is none of the first one's affair. */
export function second(plot: Plot, { who }: MoveOf<'second'>): readonly Step[] {
  const part = partOf(plot, who);
  if (part === null || !plot.can('second-operation') || plot.contract.mode === 'unguarded') return [];
  if (part.keyMayBeRefused) return [];
  const { action, known } = part;
  const { scope } = plot.contract;
  // Where keys are not told apart by operation, whoever comes first has the key.
  if (scope === 'undocumented' || !scope.includes('path'))
    part.known = certain(known) === null ? loose : known;
  const elsewhere = {
    name: `${action.name}, elsewhere`,
    ...keyOf(action),
  };
  return [probe(elsewhere, { operation: 'second', expect: definite })];
}

/** Two keys come with one business intent. */
export function intent(plot: Plot, { content, together }: MoveOf<'intent'>): readonly Step[] {
  const { contract } = plot;
  const able =
    plot.can('intent') && (content === 'same' || (contract.vary !== null && plot.can('kept-variation')));
  return able ? intentRaisedTwice(`order ${plot.next()}`, content, contract, together) : [];
}

/** The receiver fails or throttles the first telling of an action, and it is told again. */
export function trouble(plot: Plot, { who, what }: MoveOf<'trouble'>): readonly Step[] {
  const part = partOf(plot, who);
  if (
    part === null ||
    !isUntold(part.known) ||
    part.keyMayBeRefused ||
    plot.contents[part.content]?.mayBeRefused === true
  )
    return [];
  const { action, content } = part;
  if (what === 'throttled') {
    if (!plot.can('throttle-next')) return [];
    return [
      { do: 'control', what: { control: 'throttle-next', retryAfterS } },
      probe(action, { expect: ['throttled'] }),
      { do: 'wait', ms: retryAfterS * 1_000 },
    ];
  }
  if (!plot.can('fail-next')) return [];
  const { contract } = plot;
  if (contract.claims.failures === 'non_5xx' || forgetsRefusals(plot)) {
    const expect = answersTo(part.known, contract, content, { mayBeRefused: false });
    part.known = told(part.known, contract, { content, mayBeRefused: false, arrival: 'whole' });
    const again = probe(action, expect === undefined ? {} : { expect });
    return [failNext(what), probe(action, failed), again];
  }
  part.known = loose;
  return [failNext(what), probe(action, failed)];
}
