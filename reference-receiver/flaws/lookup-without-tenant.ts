import type { Flaw } from './flaw.js';

/** Searches the records of all tenants. */
export const lookupWithoutTenant: Flaw = {
  name: 'lookup-without-tenant',
  requirement: 'scope/reads-apart',
  summary: 'Searches the records of all tenants.',
  apply: (parts) => ({
    ...parts,
    search: (whole, search) => {
      const tenants = whole.store.database
        .prepare<[], { tenant: string }>('SELECT DISTINCT tenant FROM records')
        .all()
        .map(({ tenant }) => parts.search(whole, { ...search, caller: { ...search.caller, tenant } }));
      const found = tenants.flatMap(({ data }) => data).sort((one, other) => one.sequence - other.sequence);
      const data = found.slice(0, search.limit);
      const isCut = found.length > data.length || tenants.some(({ next }) => next !== undefined);
      return { data, next: isCut ? data.at(-1)?.sequence : undefined };
    },
  }),
};
