import type { SenderFlaw } from '../sender-flaw.js';
import { absentBelievedAtOnce } from './absent-believed-at-once.js';
import { budgetNotKept } from './budget-not-kept.js';
import { conflictRetried } from './conflict-retried.js';
import { crashedRowForgotten } from './crashed-row-forgotten.js';
import { lateOwnerWrites } from './late-owner-writes.js';
import { newKeyPerAttempt } from './new-key-per-attempt.js';
import { payloadReserialised } from './payload-reserialised.js';
import { rescuedByAge } from './rescued-by-age.js';
import { retriesAfterExpiry } from './retries-after-expiry.js';
import { retriesWithoutLookup } from './retries-without-lookup.js';
import { rowDroppedAfterBudget } from './row-dropped-after-budget.js';
import { sendsWithoutLease } from './sends-without-lease.js';
import { sentBeforeAcknowledged } from './sent-before-acknowledged.js';
import { staleApprovalSent } from './stale-approval-sent.js';
import { throttleIgnored } from './throttle-ignored.js';
import { timeoutReadAsRefusal } from './timeout-read-as-refusal.js';
import { twoWritesAtApproval } from './two-writes-at-approval.js';

/** Every flaw of the sender, in the order of the requirements that they break. */
export const senderFlaws: readonly SenderFlaw[] = [
  absentBelievedAtOnce,
  twoWritesAtApproval,
  newKeyPerAttempt,
  payloadReserialised,
  sentBeforeAcknowledged,
  rowDroppedAfterBudget,
  budgetNotKept,
  retriesWithoutLookup,
  sendsWithoutLease,
  lateOwnerWrites,
  rescuedByAge,
  throttleIgnored,
  staleApprovalSent,
  crashedRowForgotten,
  conflictRetried,
  retriesAfterExpiry,
  timeoutReadAsRefusal,
];
