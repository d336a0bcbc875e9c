import type { SenderFlaw } from '../sender-flaw.js';

const oldMs = 2_000;

/** Rescues a row that looks stuck, by its age alone, from a worker whose lease still holds. */
export const rescuedByAge: SenderFlaw = {
  name: 'rescued-by-age',
  requirement: 'sender/never-claimed-twice',
  summary: 'Rescues a row that looks stuck, by its age alone, from a worker whose lease still holds.',
  apply: (rules) => ({
    ...rules,
    // A lease ends `leaseMs` after its claim; so this is `oldMs` after the claim, or sooner under a short lease.
    takeOverDelayMs: ({ leaseMs }) => Math.min(oldMs, Math.floor(leaseMs / 4)) - leaseMs,
  }),
};
