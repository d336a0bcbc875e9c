import type { ActionPlan } from '../../harness/model/action.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Setting } from '../../harness/model/scenario.js';
import type { CountPromise, Step } from '../../harness/model/step.js';
import { first, firstAnswers, observeLate, retry } from '../steps.js';
import { namesKeys } from './allowed-keys.js';

/** Actions of one and the same content, each under a key of its own, so that a receiver that mixes up keys does it unseen. */
export function actionsUnder(
  setting: Setting,
  label: string,
  keys: readonly string[],
): readonly ActionPlan[] {
  const marker = `tw-${setting.fresh(`marker of ${label}`)}`;
  return keys.map((key, index) => ({ name: `${label} ${index + 1}`, key, marker }));
}

/** Every action told three times, in turn, and their records counted together. */
export function toldInTurn(
  actions: readonly ActionPlan[],
  promise: { readonly count: CountPromise; readonly firstIs?: readonly OutcomeKind[] },
): readonly Step[] {
  const expected = promise.firstIs === undefined ? {} : { expect: promise.firstIs };
  return [
    ...actions.map((action) => first(action, expected)),
    ...actions.map((action) => retry(action)),
    ...actions.map((action) => retry(action)),
    ...actions.slice(0, 1).map((action) => observeLate(action, promise.count)),
  ];
}

/** The same where a key may also be refused: it must be taken only where the contract names its characters. */
export function toldOrRefused(setting: Setting, label: string, keys: readonly string[]): readonly Step[] {
  const named = namesKeys(setting.contract, keys);
  const taken = firstAnswers(setting.contract);
  const most = keys.length;
  return toldInTurn(actionsUnder(setting, label, keys), {
    count: { anyOf: named ? [most] : Array.from({ length: most + 1 }, (_, count) => count) },
    firstIs: named ? taken : [...taken, 'key-refused', 'rejected'],
  });
}
