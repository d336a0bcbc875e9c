import type { KeyRules, Operation } from '../../../src/harness/checker/operation.js';
import type { ExplainingStep } from '../../../src/harness/checker/explaining-order.js';

/** A key as the specification of `check-history.ts` has it, and the earliest moment at which the next step can happen. */
export interface KeyState {
  readonly made: readonly string[];
  readonly stands: { readonly id: string; readonly content: string | null; readonly lapsesMs: number } | null;
  readonly moment: number;
  readonly timeMs: number;
}

export const untouchedKey: KeyState = { made: [], stands: null, moment: -Infinity, timeMs: -Infinity };

/** When answers without an id become free. */
export function freeFromMs(operations: readonly Operation[], { windowMs }: KeyRules): number {
  if (windowMs === null) return Infinity;
  const begins = operations.flatMap(({ content, heard, beginMs }) =>
    content === null || heard.kind === 'nothing' ? [] : [beginMs],
  );
  return Math.min(...begins) + windowMs;
}

/** One step of the sequential specification; null where the key does not allow it, or not in time. */
export function afterStep(
  state: KeyState,
  { operation, does, id }: ExplainingStep,
  rules: KeyRules,
  freeMs: number,
): KeyState | null {
  const moment = Math.max(state.moment, operation.begin);
  const timeMs = Math.max(state.timeMs, operation.beginMs);
  const at = (ms: number): KeyState | null =>
    moment > (operation.end ?? Infinity) || ms > (operation.endMs ?? Infinity)
      ? null
      : { ...state, moment, timeMs: ms };
  switch (does) {
    case 'makes':
      return make(state, { operation, id: id ?? '?', moment, timeMs }, rules);
    case 'sees':
      return id !== null && state.made.includes(id) ? at(timeMs) : null;
    case 'misses': {
      const { heard } = operation;
      return heard.kind === 'seen' && state.made.every((made) => heard.ids.includes(made))
        ? at(timeMs)
        : null;
    }
    case 'answers':
      if (isTrueOf(operation, state, rules)) return at(timeMs);
      return namesNone(operation) ? at(Math.max(timeMs, freeMs)) : null;
  }
}

function make(
  state: KeyState,
  step: { operation: Operation; id: string; moment: number; timeMs: number },
  { windowMs }: KeyRules,
): KeyState | null {
  const { operation, id, moment } = step;
  const timeMs = Math.max(step.timeMs, state.stands?.lapsesMs ?? -Infinity);
  const { heard } = operation;
  if (timeMs === Infinity || state.made.includes(id)) return null;
  if (heard.kind === 'record' && heard.id !== null) {
    const isInTime = moment <= (operation.end ?? Infinity) && timeMs <= (operation.endMs ?? Infinity);
    if (heard.id !== id || heard.made === 'before' || !isInTime) return null;
  } else if (!actsUnheard(operation)) return null;
  const lapsesMs = windowMs === null ? Infinity : operation.beginMs + windowMs;
  return {
    made: [...state.made, id].toSorted(),
    stands: { id, content: operation.content, lapsesMs },
    moment,
    timeMs,
  };
}

/** True for a create that may act at any time, and several times. */
export function actsUnheard({ heard }: Operation): boolean {
  return (
    heard.kind === 'unknown' || (heard.kind === 'record' && heard.id === null && heard.made !== 'before')
  );
}

function namesNone({ heard }: Operation): boolean {
  return heard.kind === 'other-content' || (heard.kind === 'record' && heard.id === null);
}

function isTrueOf({ content, heard }: Operation, { stands }: KeyState, { otherContent }: KeyRules): boolean {
  if (stands === null) return false;
  const isSame = otherContent === 'taken' || stands.content === content;
  if (heard.kind === 'other-content') return !isSame;
  if (heard.kind !== 'record' || !isSame) return false;
  return heard.id === null || (heard.id === stands.id && heard.made !== 'now');
}
