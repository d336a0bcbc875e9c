import type { Flaw } from './flaw.js';

/** Replaces the record by the members that the update names. */
export const updateDropsUnnamed: Flaw = {
  name: 'update-drops-unnamed',
  requirement: 'ordering/update-keeps-the-rest',
  summary: 'Replaces the record by the members that the update names.',
  apply: (parts) => ({
    ...parts,
    merged: (record, changes) => ({ reference: record.payload['reference'] ?? '', ...changes }),
  }),
};
