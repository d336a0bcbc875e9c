import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Remembers the keys of each client connection by itself. */
export const dedupesPerConnection: Flaw = {
  name: 'dedupes-per-connection',
  requirement: 'replay/any-connection',
  summary: 'Remembers the keys of each client connection by itself.',
  apply: (parts) => {
    const seen = new Set<string>();
    return {
      ...parts,
      claim: (whole, call) => {
        const name = JSON.stringify([call.connection ?? '', call.scope, call.identity]);
        if (seen.has(name)) return parts.claim(whole, call);
        seen.add(name);
        return { mine: seizeKey(whole, call) };
      },
    };
  },
};
