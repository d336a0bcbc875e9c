import type { Flaw } from './flaw.js';

/** Gives the first page and says that there is no next one. */
export const lookupFirstPageOnly: Flaw = {
  name: 'lookup-first-page-only',
  requirement: 'lookup/complete',
  summary: 'Gives the first page and says that there is no next one.',
  apply: (parts) => ({
    ...parts,
    search: (whole, search) => ({ ...parts.search(whole, search), next: undefined }),
  }),
};
