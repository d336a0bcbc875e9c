import { recordColumns, recordOf } from '../store/records.js';
import type { RecordRow } from '../store/records.js';
import type { Flaw } from './flaw.js';

/** Finds whatever begins with the text that was looked for. */
export const lookupByPrefix: Flaw = {
  name: 'lookup-by-prefix',
  requirement: 'lookup/exact',
  summary: 'Finds whatever begins with the text that was looked for.',
  apply: (parts) => ({
    ...parts,
    search: (whole, search) => {
      if (search.by === undefined) return parts.search(whole, search);
      const wanted = 'key' in search.by ? whole.identityOf(search.by.key) : search.by.reference;
      const { afterSequence, limit } = search;
      const { tenant } = search.caller;
      const rows = whole.store.database
        .prepare<[object], RecordRow>('key' in search.by ? beginningKey : beginningReference)
        .all({ tenant, kind: search.operation.kind, afterSequence, limit: limit + 1, wanted })
        .map(recordOf);
      const data = rows.slice(0, limit);
      return { data, next: rows.length > limit ? data.at(-1)?.sequence : undefined };
    },
  }),
};

const ofTenant = `records.tenant = @tenant AND records.kind = @kind AND records.sequence > @afterSequence`;
const inOrder = `ORDER BY records.sequence LIMIT @limit`;

const beginningReference = `SELECT ${recordColumns} FROM records
  WHERE ${ofTenant} AND substr(records.reference, 1, length(@wanted)) = @wanted ${inOrder}`;

const beginningKey = `SELECT ${recordColumns} FROM records JOIN keys ON keys.record_id = records.id
  WHERE ${ofTenant} AND substr(keys.key, 1, length(@wanted)) = @wanted ${inOrder}`;
