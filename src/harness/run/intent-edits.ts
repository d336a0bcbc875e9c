import type { ActionPlan } from '../model/action.js';
import type { Contract, Edit } from '../model/contract.js';
import type { KeySpace } from '../plan/key-space.js';

/**
 * What puts an action's business intent into its payload: a text of its own for each key, unless the plan names whose
 * it is. What a receiver de-duplicates on must differ wherever two actions of one content are to be two.
 */
export function intentEdits(
  { intent }: Pick<Contract, 'intent'>,
  keys: Pick<KeySpace, 'fresh'>,
  { intentOf, key }: Pick<ActionPlan, 'intentOf'> & { readonly key: string },
): readonly Edit[] {
  if (intent === undefined || (intentOf === undefined && !intent.carried)) return [];
  return [{ pointer: intent.field, value: keys.fresh(`intent of ${intentOf ?? key}`) }];
}
