import type { Flaw } from './flaw.js';

/** Finds nothing by key, although the record is there. */
export const lookupFindsNothing: Flaw = {
  name: 'lookup-finds-nothing',
  requirement: 'lookup/finds-action',
  summary: 'Finds nothing by key, although the record is there.',
  apply: (parts) => ({
    ...parts,
    search: (whole, search) =>
      search.by !== undefined && 'key' in search.by
        ? { data: [], next: undefined }
        : parts.search(whole, search),
  }),
};
