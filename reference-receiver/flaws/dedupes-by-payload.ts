import type { Flaw } from './flaw.js';

/** Takes equal content for the same action, whatever the key says. */
export const dedupesByPayload: Flaw = {
  name: 'dedupes-by-payload',
  requirement: 'acceptance/distinct-keys-stay-distinct',
  summary: 'Takes equal content for the same action, whatever the key says.',
  apply: (parts) => {
    const keyByContent = new Map<string, string>();
    return {
      ...parts,
      claim: (whole, call) => {
        const content = JSON.stringify([call.scope, call.fingerprint]);
        const key = keyByContent.get(content) ?? call.identity;
        keyByContent.set(content, key);
        return parts.claim(whole, { ...call, identity: key });
      },
    };
  },
};
