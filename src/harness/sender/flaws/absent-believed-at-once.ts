import type { SenderFlaw } from '../sender-flaw.js';

/** Takes the first look-up that finds nothing for proof, while the request may still be worked on. */
export const absentBelievedAtOnce: SenderFlaw = {
  name: 'absent-believed-at-once',
  requirement: 'reconcile/work-goes-on',
  summary: 'Takes the first look-up that finds nothing for proof, while the request may still be worked on.',
  apply: (rules) => ({ ...rules, absentCountsFrom: () => 0 }),
};
