import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Skips the look for a key while more than 1,500 creates came within ten seconds, to spare its store. */
export const givesWayUnderLoad: Flaw = {
  name: 'gives-way-under-load',
  requirement: 'load/offered-rate',
  summary:
    'Skips the look for a key while more than 1,500 creates came within ten seconds, to spare its store.',
  apply: (parts) => {
    let latest: readonly number[] = [];
    return {
      ...parts,
      claim: (whole, call) => {
        const now = whole.clock.now();
        latest = [...latest.slice(-mostCreates), now];
        const [oldest = now] = latest;
        const busy = latest.length > mostCreates && now - oldest < withinMs;
        return busy ? { mine: seizeKey(whole, call) } : parts.claim(whole, call);
      },
    };
  },
};

const mostCreates = 1_500;
const withinMs = 10_000;
