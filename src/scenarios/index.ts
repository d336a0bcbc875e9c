import type { Scenario } from '../harness/model/scenario.js';
import { createsAndNamesRecord } from './acceptance/creates-and-names-record.js';
import { keepsPayload } from './acceptance/keeps-payload.js';
import { distinctKeysStayDistinct } from './acceptance/distinct-keys-stay-distinct.js';
import { acknowledgedIsReal } from './acceptance/acknowledged-is-real.js';
import { keylessNotMerged } from './acceptance/keyless-not-merged.js';
import { invalidRefusedCleanly } from './acceptance/invalid-refused-cleanly.js';
import { refusedKeyUsable } from './acceptance/refused-key-usable.js';
import { sameRecord } from './replay/same-record.js';
import { manyUses } from './replay/many-uses.js';
import { faithfulAnswer } from './replay/faithful-answer.js';
import { marked } from './replay/marked.js';
import { anyConnection } from './replay/any-connection.js';
import { insignificantDifferences } from './replay/insignificant-differences.js';
import { volatileHeaders } from './replay/volatile-headers.js';
import { afterUpdate } from './replay/after-update.js';
import { afterDelete } from './replay/after-delete.js';
import { timeout } from './lost-reply/timeout.js';
import { resetAfterRequest } from './lost-reply/reset-after-request.js';
import { cutReply } from './lost-reply/cut-reply.js';
import { gatewayError } from './lost-reply/gateway-error.js';
import { neverArrived } from './lost-reply/never-arrived.js';
import { halfRequest } from './lost-reply/half-request.js';
import { clientGone } from './lost-reply/client-gone.js';
import { lateOriginal } from './lost-reply/late-original.js';
import { lateEffect } from './lost-reply/late-effect.js';
import { resentOnTheWay } from './lost-reply/resent-on-the-way.js';
import { noSecondEffect } from './conflict/no-second-effect.js';
import { refused } from './conflict/refused.js';
import { clearAnswer } from './conflict/clear-answer.js';
import { deepDifference } from './conflict/deep-difference.js';
import { originalStillReplays } from './conflict/original-still-replays.js';
import { otherOperation } from './conflict/other-operation.js';
import { sameIntent } from './conflict/same-intent.js';
import { intentDiffers } from './conflict/intent-differs.js';
import { raced } from './conflict/raced.js';
import { oneEffect } from './concurrency/one-effect.js';
import { losersResolve } from './concurrency/losers-resolve.js';
import { losersToldClearly } from './concurrency/losers-told-clearly.js';
import { whileRunning } from './concurrency/while-running.js';
import { atReplyEdge } from './concurrency/at-reply-edge.js';
import { distinctKeysProgress } from './concurrency/distinct-keys-progress.js';
import { acknowledgedSurvivesKill } from './durability/acknowledged-survives-kill.js';
import { replayAfterRestart } from './durability/replay-after-restart.js';
import { replayAfterKill } from './durability/replay-after-kill.js';
import { killMidWork } from './durability/kill-mid-work.js';
import { conflictAfterRestart } from './durability/conflict-after-restart.js';
import { heldInWindow } from './retention/held-in-window.js';
import { fixedOrSliding } from './retention/fixed-or-sliding.js';
import { afterExpiry } from './retention/after-expiry.js';
import { survivesVolume } from './retention/survives-volume.js';
import { protectedAgain } from './retention/protected-again.js';
import { recordOutlivesKey } from './retention/record-outlives-key.js';
import { survivesRestart } from './retention/survives-restart.js';
import { caseKept } from './key/case-kept.js';
import { fullLength } from './key/full-length.js';
import { overLength } from './key/over-length.js';
import { punctuation } from './key/punctuation.js';
import { numberLike } from './key/number-like.js';
import { repeatedHeader } from './key/repeated-header.js';
import { innerSpace } from './key/inner-space.js';
import { unicodeForms } from './key/unicode-forms.js';
import { empty } from './key/empty.js';
import { tenantsApart } from './scope/tenants-apart.js';
import { noLeak } from './scope/no-leak.js';
import { readsApart } from './scope/reads-apart.js';
import { newCredentialSameTenant } from './scope/new-credential-same-tenant.js';
import { refusedCredentialGetsNothing } from './scope/refused-credential-gets-nothing.js';
import { refusedFirstBurnsNothing } from './scope/refused-first-burns-nothing.js';
import { transientNotSticky } from './failure/transient-not-sticky.js';
import { noPartial } from './failure/no-partial.js';
import { throttleClear } from './failure/throttle-clear.js';
import { findsAction } from './lookup/finds-action.js';
import { fresh } from './lookup/fresh.js';
import { absentIsDefinite } from './lookup/absent-is-definite.js';
import { exact } from './lookup/exact.js';
import { complete } from './lookup/complete.js';
import { lostReplies } from './reconcile/lost-replies.js';
import { lostRequests } from './reconcile/lost-requests.js';
import { deadWorkers } from './reconcile/dead-workers.js';
import { workGoesOn } from './reconcile/work-goes-on.js';
import { strayCopies } from './reconcile/stray-copies.js';
import { staleUpdateRefused } from './ordering/stale-update-refused.js';
import { updateToldAgain } from './ordering/update-told-again.js';
import { updateKeepsTheRest } from './ordering/update-keeps-the-rest.js';
import { updatesRaced } from './ordering/updates-raced.js';
import { updateBeforeCreate } from './ordering/update-before-create.js';
import { offeredRate } from './load/offered-rate.js';
import { approvalAndIntentTogether } from './sender/approval-and-intent-together.js';
import { sameKeySameBytes } from './sender/same-key-same-bytes.js';
import { sentMeansAcknowledged } from './sender/sent-means-acknowledged.js';
import { nothingVanishes } from './sender/nothing-vanishes.js';
import { budgetKept } from './sender/budget-kept.js';
import { unknownSettledByLookup } from './sender/unknown-settled-by-lookup.js';
import { noSendWithoutLease } from './sender/no-send-without-lease.js';
import { lateOwnerFenced } from './sender/late-owner-fenced.js';
import { neverClaimedTwice } from './sender/never-claimed-twice.js';
import { throttleKept } from './sender/throttle-kept.js';
import { staleApprovalHeld } from './sender/stale-approval-held.js';
import { crashAnywhereRecovers } from './sender/crash-anywhere-recovers.js';
import { finalIsFinal } from './sender/final-is-final.js';

/** Every requirement of the kit, in catalogue order. */
export const scenarios: readonly Scenario[] = [
  // acceptance
  createsAndNamesRecord,
  keepsPayload,
  distinctKeysStayDistinct,
  acknowledgedIsReal,
  keylessNotMerged,
  invalidRefusedCleanly,
  refusedKeyUsable,
  // replay
  sameRecord,
  manyUses,
  faithfulAnswer,
  marked,
  anyConnection,
  insignificantDifferences,
  volatileHeaders,
  afterUpdate,
  afterDelete,
  // lost-reply
  timeout,
  resetAfterRequest,
  cutReply,
  gatewayError,
  neverArrived,
  halfRequest,
  clientGone,
  lateOriginal,
  lateEffect,
  resentOnTheWay,
  // conflict
  noSecondEffect,
  refused,
  clearAnswer,
  deepDifference,
  originalStillReplays,
  otherOperation,
  raced,
  sameIntent,
  intentDiffers,
  // concurrency
  oneEffect,
  losersResolve,
  losersToldClearly,
  whileRunning,
  atReplyEdge,
  distinctKeysProgress,
  // durability
  acknowledgedSurvivesKill,
  replayAfterRestart,
  replayAfterKill,
  killMidWork,
  conflictAfterRestart,
  // retention
  heldInWindow,
  fixedOrSliding,
  afterExpiry,
  survivesVolume,
  protectedAgain,
  recordOutlivesKey,
  survivesRestart,
  // key
  caseKept,
  fullLength,
  overLength,
  punctuation,
  numberLike,
  repeatedHeader,
  innerSpace,
  unicodeForms,
  empty,
  // scope
  tenantsApart,
  noLeak,
  readsApart,
  newCredentialSameTenant,
  refusedCredentialGetsNothing,
  refusedFirstBurnsNothing,
  // failure
  transientNotSticky,
  noPartial,
  throttleClear,
  // lookup
  findsAction,
  fresh,
  absentIsDefinite,
  exact,
  complete,
  // reconcile
  lostReplies,
  lostRequests,
  deadWorkers,
  workGoesOn,
  strayCopies,
  // ordering
  staleUpdateRefused,
  updateToldAgain,
  updateKeepsTheRest,
  updatesRaced,
  updateBeforeCreate,
  // load
  offeredRate,
  // sender
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
