import type { KeyRules, Operation } from '../../../src/harness/checker/operation.js';
import type { ExplainingStep } from '../../../src/harness/checker/explaining-order.js';
import { actsUnheard, afterStep, freeFromMs, untouchedKey, type KeyState } from './specification.js';

const unnamedIds = ['?1', '?2'];

/**
 * True when some order of the operations of one key fits the specification: all orders are tried, as Wing and Gong do
 * (1993), and no state is gone on from twice. It knows nothing of how the checker works.
 */
export function isExplainable(operations: readonly Operation[], rules: KeyRules): boolean {
  const owed = operations.flatMap((operation) => stepsOwed(operation));
  const unheard = operations.filter((operation) => actsUnheard(operation));
  const ids = [...new Set(operations.flatMap((operation) => idsIn(operation)))];
  const freeMs = freeFromMs(operations, rules);
  const seen = new Set<string>();

  // `left` has a bit for every step that is still owed.
  const search = (state: KeyState, left: number): boolean => {
    if (left === 0) return true;
    if (owed.some(({ operation }, place) => isLeft(left, place) && isOver(operation, state))) return false;
    const name = nameOf(state, left);
    if (seen.has(name)) return false;
    seen.add(name);
    const goesOn = (step: ExplainingStep, rest: number): boolean => {
      const next = afterStep(state, step, rules, freeMs);
      return next !== null && search(next, rest);
    };
    // Who is answered with a record that it made did both at one moment; who is not told which, need not have.
    const goesOnOwed = (step: ExplainingStep, rest: number): boolean =>
      goesOn(step, rest) || (step.id !== null && goesOn({ ...step, does: 'makes' }, rest));
    return (
      owed.some((step, place) => isLeft(left, place) && goesOnOwed(step, left ^ (1 << place))) ||
      unheard.some((operation) =>
        idsToMake(state, ids).some((id) => goesOn({ operation, does: 'makes', id }, left)),
      )
    );
  };
  return search(untouchedKey, (1 << owed.length) - 1);
}

/** The ids that a record may get which somebody makes unheard: one that is named somewhere, or one that is not. */
function idsToMake({ made }: KeyState, named: readonly string[]): readonly string[] {
  const unnamed = unnamedIds.find((id) => !made.includes(id));
  const left = named.filter((id) => !made.includes(id));
  return unnamed === undefined ? left : [...left, unnamed];
}

function nameOf({ made, stands, moment, timeMs }: KeyState, left: number): string {
  const key = stands === null ? '' : `${stands.id},${stands.content ?? ''},${stands.lapsesMs}`;
  return `${left};${made.join()};${key};${moment};${timeMs}`;
}

function stepsOwed(operation: Operation): ExplainingStep[] {
  const { heard } = operation;
  if (heard.kind === 'nothing' || heard.kind === 'unknown') return [];
  if (heard.kind !== 'seen') {
    return [{ operation, does: 'answers', id: heard.kind === 'record' ? heard.id : null }];
  }
  const sees = heard.ids.map((id): ExplainingStep => ({ operation, does: 'sees', id }));
  return heard.all ? [{ operation, does: 'misses', id: null }, ...sees] : sees;
}

function idsIn({ heard }: Operation): readonly string[] {
  if (heard.kind === 'seen') return heard.ids;
  return heard.kind === 'record' && heard.id !== null ? [heard.id] : [];
}

function isLeft(left: number, place: number): boolean {
  return (left & (1 << place)) !== 0;
}

function isOver({ end, endMs }: Operation, { moment, timeMs }: KeyState): boolean {
  return moment > (end ?? Infinity) || timeMs > (endMs ?? Infinity);
}
