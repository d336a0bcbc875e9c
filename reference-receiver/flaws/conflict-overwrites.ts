import { recordAnswer } from '../records/present.js';
import type { Flaw } from './flaw.js';
import { recordOfKey } from './record-of-key.js';

/** Takes other content under a used key for an update, and writes it over the record. */
export const conflictOverwrites: Flaw = {
  name: 'conflict-overwrites',
  requirement: 'conflict/no-second-effect',
  summary: 'Takes other content under a used key for an update, and writes it over the record.',
  apply: (parts) => ({
    ...parts,
    mismatched: (whole, call, row) => {
      const record = recordOfKey(whole, call, row);
      if (record === undefined) return parts.mismatched(whole, call, row);
      whole.store.records.write(record, call.payload);
      return recordAnswer(call.operation, { ...record, version: record.version + 1, payload: call.payload });
    },
  }),
};
