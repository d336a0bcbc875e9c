import type { Flaw } from './flaw.js';

/** Heeds the key alone, so that one business intent under two keys is carried out twice. */
export const intentIgnored: Flaw = {
  name: 'intent-ignored',
  requirement: 'conflict/same-intent',
  summary: 'Heeds the key alone, so that one business intent under two keys is carried out twice.',
  apply: (parts) => ({ ...parts, takeIntent: () => undefined }),
};
