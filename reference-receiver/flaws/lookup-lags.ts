import type { Flaw } from './flaw.js';

/** Searches an index that is 1.5 seconds behind. */
export const lookupLags: Flaw = {
  name: 'lookup-lags',
  requirement: 'lookup/fresh',
  summary: 'Searches an index that is 1.5 seconds behind.',
  apply: (parts) => ({
    ...parts,
    search: (whole, search) => {
      const page = parts.search(whole, search);
      const indexedUntil = whole.clock.now() - lagMs;
      return { ...page, data: page.data.filter(({ createdAt }) => createdAt <= indexedUntil) };
    },
  }),
};

const lagMs = 1500;
