import type { Parts } from '../parts.js';
import type { Flaw } from './flaw.js';

/** Makes a record out of an update whose record it does not have. */
export const updateCreates: Flaw = {
  name: 'update-creates',
  requirement: 'ordering/update-before-create',
  summary: 'Makes a record out of an update whose record it does not have.',
  apply: (parts) => ({
    ...parts,
    update: async (whole, asked) => {
      const { caller, operation, id, changes } = asked;
      if (isTaken(whole, id)) return parts.update(whole, asked);
      const record = {
        id,
        tenant: caller.tenant,
        kind: operation.kind,
        version: 1,
        createdAt: whole.clock.now(),
      };
      whole.insertRecord(whole, { ...record, payload: changes });
      return whole.createdAnswer(operation, { ...record, payload: changes });
    },
  }),
};

function isTaken({ store }: Parts, id: string): boolean {
  return store.database.prepare('SELECT 1 FROM records WHERE id = ?').get(id) !== undefined;
}
