import { digestOf } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Knows a create again only if its body has the same bytes, so that reordered members run it again. */
export const rawBytesIdentity: Flaw = {
  name: 'raw-bytes-identity',
  requirement: 'replay/insignificant-differences',
  summary:
    'Knows a create again only if its body has the same bytes, so that reordered members run it again.',
  apply: (parts) => {
    const seen = new Set<string>();
    return {
      ...parts,
      claim: (whole, call) => {
        const name = JSON.stringify([call.scope, call.identity, digestOf(call.text)]);
        const isNew = !seen.has(name);
        seen.add(name);
        const standing = parts.claim(whole, call);
        const runsAgain = 'held' in standing && isNew && standing.held.fingerprint === call.fingerprint;
        return runsAgain ? { mine: seizeKey(whole, call) } : standing;
      },
    };
  },
};
