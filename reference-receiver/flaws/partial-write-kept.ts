import { newRecord } from '../create/guard.js';
import { Refused } from '../http/refusal.js';
import type { CreateCall } from '../parts.js';
import type { Flaw } from './flaw.js';

/** Writes the record before the key, each by itself, so that a failure between the two leaves a record without a key. */
export const partialWriteKept: Flaw = {
  name: 'partial-write-kept',
  requirement: 'failure/no-partial',
  summary:
    'Writes the record before the key, each by itself, so that a failure between the two leaves a record without a key.',
  apply: (parts) => {
    const written = new WeakSet<CreateCall>();
    return {
      ...parts,
      complete: (whole, call, owner) => {
        written.add(call);
        return parts.complete(whole, call, owner);
      },
      guard: async (whole, call) => {
        try {
          return await parts.guard(whole, call);
        } catch (error) {
          // What the sound receiver rolls back would have been committed by now.
          const failed = error instanceof Refused && error.refusal.type === 'failed';
          if (failed && written.has(call)) whole.insertRecord(whole, newRecord(whole, call));
          throw error;
        }
      },
    };
  },
};
