import type { SenderFlaw } from '../sender-flaw.js';

/** Sends after its lease has run out. */
export const sendsWithoutLease: SenderFlaw = {
  name: 'sends-without-lease',
  requirement: 'sender/no-send-without-lease',
  summary: 'Sends after its lease has run out.',
  apply: (rules) => ({
    ...rules,
    holds: (facts) => rules.holds({ ...facts, leaseHeld: true }),
  }),
};
