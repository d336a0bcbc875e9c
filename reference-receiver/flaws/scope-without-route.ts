import { operations } from '../records/operations.js';
import type { Flaw } from './flaw.js';

/** Keeps answers by tenant and key alone, so that another operation gets the first one’s answer. */
export const scopeWithoutRoute: Flaw = {
  name: 'scope-without-route',
  requirement: 'conflict/other-operation',
  summary: 'Keeps answers by tenant and key alone, so that another operation gets the first one’s answer.',
  apply: (parts) => ({
    ...parts,
    claim: (whole, call) => {
      const other = operations.find((operation) => operation.route !== call.operation.route);
      const elsewhere = other && whole.store.keys.find(whole.scopeOf(call.caller, other), call.identity);
      const isLive = elsewhere?.state === 'done' && (elsewhere.expiresAt ?? 0) > whole.clock.now();
      // The contents of two operations are never compared: the answer cache stands before that.
      return isLive ? { held: { ...elsewhere, fingerprint: call.fingerprint } } : parts.claim(whole, call);
    },
  }),
};
