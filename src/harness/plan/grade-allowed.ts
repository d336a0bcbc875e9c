import type { Contract } from '../model/contract.js';
import type { Need } from '../model/need.js';
import { weaker, type Grade } from '../model/verdict.js';
import { gradeToReach } from './levels.js';

/** The best grade that a contract's own claims leave open: what a receiver reaches that keeps every one of them. */
export function gradeAllowed(contract: Contract, offers: readonly Need[]): Grade {
  const { mode, claims } = contract;
  const byClaims: Grade =
    claims.in_flight === 'may_duplicate' || (mode === 'key' && claims.mismatch === 'new_record')
      ? 'reconcile-first'
      : 'retry-safe';
  const grade = weaker(gradeToReach(contract), byClaims);
  // Whoever must look first needs something to look with.
  return grade === 'reconcile-first' && !offers.includes('lookup') ? 'unsafe' : grade;
}
