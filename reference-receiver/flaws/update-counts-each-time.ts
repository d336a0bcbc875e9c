import { canonicalJson } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';

/** Applies an update that is told again once more, and counts the version up each time. */
export const updateCountsEachTime: Flaw = {
  name: 'update-counts-each-time',
  requirement: 'ordering/update-told-again',
  summary: 'Applies an update that is told again once more, and counts the version up each time.',
  apply: (parts) => ({
    ...parts,
    versionHolds: (update, record) =>
      parts.versionHolds(update, record) ||
      canonicalJson(parts.merged(record, update.changes)) === canonicalJson(record.payload),
  }),
};
