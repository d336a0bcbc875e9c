import { recordAnswer } from '../records/present.js';
import type { Flaw } from './flaw.js';
import { gap } from './gap.js';

/** Compares the version, waits for the database, and writes without comparing again. */
export const updatesBothAccepted: Flaw = {
  name: 'updates-both-accepted',
  requirement: 'ordering/updates-raced',
  summary: 'Compares the version, waits for the database, and writes without comparing again.',
  apply: (parts) => ({
    ...parts,
    update: async (whole, asked) => {
      const record = whole.findRecord(whole, asked.caller, asked.operation, asked.id);
      if (record === undefined || !whole.versionHolds(asked, record)) return parts.update(whole, asked);
      await gap();
      const changed = {
        ...record,
        version: record.version + 1,
        payload: whole.merged(record, asked.changes),
      };
      whole.store.database
        .prepare('UPDATE records SET payload = ?, version = ? WHERE id = ?')
        .run(JSON.stringify(changed.payload), changed.version, record.id);
      return recordAnswer(asked.operation, changed);
    },
  }),
};
