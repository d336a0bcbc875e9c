import type { Flaw } from './flaw.js';

/** Binds keys to the credential, so that a retry with a renewed one is a new action. */
export const scopeByToken: Flaw = {
  name: 'scope-by-token',
  requirement: 'scope/new-credential-same-tenant',
  summary: 'Binds keys to the credential, so that a retry with a renewed one is a new action.',
  apply: (parts) => ({
    ...parts,
    scopeOf: (caller, operation) => ({ ...parts.scopeOf(caller, operation), tenant: caller.credential }),
  }),
};
