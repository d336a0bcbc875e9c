import type { Invariant } from '../model/invariant.js';
import { approvalAndIntentTogether } from './approval-and-intent-together.js';
import { budgetKept } from './budget-kept.js';
import { crashAnywhereRecovers } from './crash-anywhere-recovers.js';
import { finalIsFinal } from './final-is-final.js';
import { lateOwnerFenced } from './late-owner-fenced.js';
import { neverClaimedTwice } from './never-claimed-twice.js';
import { noSendWithoutLease } from './no-send-without-lease.js';
import { nothingVanishes } from './nothing-vanishes.js';
import { sameKeySameBytes } from './same-key-same-bytes.js';
import { sentMeansAcknowledged } from './sent-means-acknowledged.js';
import { staleApprovalHeld } from './stale-approval-held.js';
import { throttleKept } from './throttle-kept.js';
import { unknownSettledByLookup } from './unknown-settled-by-lookup.js';

/** What the sender's own ledger is held to, in every history; in the order of the requirements. */
export const senderInvariants: readonly Invariant[] = [
  approvalAndIntentTogether,
  sameKeySameBytes,
  sentMeansAcknowledged,
  nothingVanishes,
  budgetKept,
  unknownSettledByLookup,
  noSendWithoutLease,
  lateOwnerFenced,
  neverClaimedTwice,
  throttleKept,
  staleApprovalHeld,
  crashAnywhereRecovers,
  finalIsFinal,
];
