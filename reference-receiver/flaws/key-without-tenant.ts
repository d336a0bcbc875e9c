import type { Flaw } from './flaw.js';

/** Keeps the keys of all tenants in one space, so that one tenant’s key stops the other’s create. */
export const keyWithoutTenant: Flaw = {
  name: 'key-without-tenant',
  requirement: 'scope/tenants-apart',
  summary: 'Keeps the keys of all tenants in one space, so that one tenant’s key stops the other’s create.',
  apply: (parts) => ({
    ...parts,
    scopeOf: (caller, operation) => ({ ...parts.scopeOf(caller, operation), tenant: '*' }),
  }),
};
