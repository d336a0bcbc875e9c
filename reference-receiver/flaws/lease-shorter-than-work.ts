import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Keeps a claim for a tenth of a second however long the work takes, and lets a late owner write. */
export const leaseShorterThanWork: Flaw = {
  name: 'lease-shorter-than-work',
  requirement: 'concurrency/while-running',
  summary: 'Keeps a claim for a tenth of a second however long the work takes, and lets a late owner write.',
  apply: (parts) => ({
    ...parts,
    leaseMs: Math.min(parts.leaseMs, shortLeaseMs),
    complete: (whole, call) => parts.complete(whole, call, seizeKey(whole, call)),
  }),
};

const shortLeaseMs = 100;
