import type { WireEffect } from '../../harness/model/exchange.js';
import type { Try } from '../../harness/model/scenario.js';
import type { Mishap, Step } from '../../harness/model/step.js';
import { observeEarly, observeLate, one } from '../steps.js';

/** One action for each effect, named after it, so that the waits for look-ups run out together. */
export function eachOfThem(name: string, effects: Readonly<Record<string, WireEffect>>): Try {
  const all = Object.values(effects);
  const mishaps = all.map((effect): Mishap => ({ effects: [effect] }));
  const needs = [...new Set(all.map(({ kind }) => `wire:${kind}` as const))];
  return { name, needs, ...lookingFirst(Object.keys(effects), mishaps) };
}

/** The actions are worked on by a sender that looks first; each mishap befalls one attempt, in order. */
export function lookingFirst(
  names: readonly string[],
  mishaps: readonly Mishap[],
  before: readonly Step[] = [],
): Pick<Try, 'policy' | 'steps'> {
  const actions = names.map((name) => ({ name }));
  return {
    policy: { retry: 'lookup-first' },
    steps: [
      ...actions.map((action): Step => ({ do: 'approve', action })),
      ...before,
      { do: 'work', attempts: mishaps },
      // The first late count lets all of them settle.
      ...actions.map((action, index) => (index === 0 ? observeLate : observeEarly)(action, one)),
    ],
  };
}
