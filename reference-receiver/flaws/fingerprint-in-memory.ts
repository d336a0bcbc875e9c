import type { Flaw } from './flaw.js';
import { nameOfKey } from './name-of-key.js';

/** Remembers the content of a key only until its process ends, and after that takes any content for the same. */
export const fingerprintInMemory: Flaw = {
  name: 'fingerprint-in-memory',
  requirement: 'durability/conflict-after-restart',
  summary:
    'Remembers the content of a key only until its process ends, and after that takes any content for the same.',
  apply: (parts) => {
    const remembered = new Set<string>();
    return {
      ...parts,
      claim: (whole, call) => {
        const standing = parts.claim(whole, call);
        if ('mine' in standing) remembered.add(nameOfKey(call));
        return standing;
      },
      mismatched: (whole, call, row) =>
        row.state === 'working' || remembered.has(nameOfKey(call))
          ? parts.mismatched(whole, call, row)
          : whole.replayed(whole, call, row),
    };
  },
};
