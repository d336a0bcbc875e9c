import type { Flaw } from './flaw.js';
import { recordOfKey } from './record-of-key.js';

/** Writes the content of a late retry over what was edited since. */
export const retryOverwritesEdit: Flaw = {
  name: 'retry-overwrites-edit',
  requirement: 'replay/after-update',
  summary: 'Writes the content of a late retry over what was edited since.',
  apply: (parts) => ({
    ...parts,
    replayed: (whole, call, row) => {
      const record = recordOfKey(whole, call, row);
      if (record !== undefined) whole.store.records.write(record, call.payload);
      return parts.replayed(whole, call, row);
    },
  }),
};
