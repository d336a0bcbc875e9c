import { KitError } from '../../model/kit-error.js';
import type { SenderStore } from '../../sender/store/sender-store.js';
import type { StoredRow } from '../../sender/stored-row.js';

/** The row of the action of that name, or else with that key; throws `BAD_USAGE` where there is none, or one of each. */
export async function findAction(store: SenderStore, named: string): Promise<StoredRow> {
  const byName = await store.lookAtAction(named);
  const byKey = await store.look(named);
  const found = byName ?? byKey;
  if (found === null) {
    throw new KitError('BAD_USAGE', {
      happened: `The outbox has no action, and no key, named ${JSON.stringify(named)}.`,
      expected: 'the name or the key of an action that was approved',
      next: 'take it from `twiceshy outbox list`',
    });
  }
  if (byName !== null && byKey !== null && byName.row.key !== byKey.row.key) {
    throw new KitError('BAD_USAGE', {
      happened: `${JSON.stringify(named)} is the name of one action and the key of another.`,
      expected: 'a word that names one of them',
      next: `take the key of the one (${JSON.stringify(byName.row.key)}), or the name of the other (${JSON.stringify(byKey.row.action)})`,
    });
  }
  return found.row;
}
