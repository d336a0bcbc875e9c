import { acceptedJobsForgotten } from './accepted-jobs-forgotten.js';
import { acknowledgesBeforeCommit } from './acknowledges-before-commit.js';
import { actsOnTruncatedBody } from './acts-on-truncated-body.js';
import { answersWithoutSaving } from './answers-without-saving.js';
import { badJson500 } from './bad-json-500.js';
import { claimFreedOnDisconnect } from './claim-freed-on-disconnect.js';
import { claimNeverExpires } from './claim-never-expires.js';
import { claimStuckAfterDisconnect } from './claim-stuck-after-disconnect.js';
import { comparesFirstBytes } from './compares-first-bytes.js';
import { comparesLoosely } from './compares-loosely.js';
import { comparesTitleOnly } from './compares-title-only.js';
import { comparesTopLevel } from './compares-top-level.js';
import { conflictAnswered500 } from './conflict-answered-500.js';
import { conflictAnswered503 } from './conflict-answered-503.js';
import { conflictCreatesSecond } from './conflict-creates-second.js';
import { conflictDropsAnswer } from './conflict-drops-answer.js';
import { conflictOverwrites } from './conflict-overwrites.js';
import { conflictReplayed } from './conflict-replayed.js';
import { dedupesByPayload } from './dedupes-by-payload.js';
import { dedupesPerConnection } from './dedupes-per-connection.js';
import { effectAfterError } from './effect-after-error.js';
import { emptyKeyAccepted } from './empty-key-accepted.js';
import { evictsAfter500 } from './evicts-after-500.js';
import { expiredKeyRefused } from './expired-key-refused.js';
import { expiredKeyUnguarded } from './expired-key-unguarded.js';
import { fieldsSwapped } from './fields-swapped.js';
import { fingerprintInMemory } from './fingerprint-in-memory.js';
import { fingerprintOverHeaders } from './fingerprint-over-headers.js';
import { givesWayUnderLoad } from './gives-way-under-load.js';
import { halfRecordLeft } from './half-record-left.js';
import { idNotFetchable } from './id-not-fetchable.js';
import { inProgressForEver } from './in-progress-for-ever.js';
import { intentCheckedAhead } from './intent-checked-ahead.js';
import { intentClashOverwrites } from './intent-clash-overwrites.js';
import { intentClashReplayed } from './intent-clash-replayed.js';
import { intentIgnored } from './intent-ignored.js';
import { jobDoneBeforeStored } from './job-done-before-stored.js';
import { keyAndRecordApart } from './key-and-record-apart.js';
import { keyCutAt64 } from './key-cut-at-64.js';
import { keyCutSilently } from './key-cut-silently.js';
import { keyLowerCased } from './key-lower-cased.js';
import { keyNormalised } from './key-normalised.js';
import { keyParsedAsNumber } from './key-parsed-as-number.js';
import { keyPunctuationStripped } from './key-punctuation-stripped.js';
import { keySpacesCollapsed } from './key-spaces-collapsed.js';
import { keyWithoutTenant } from './key-without-tenant.js';
import { keysInMemory } from './keys-in-memory.js';
import { lastWriterWins } from './last-writer-wins.js';
import { leaseShorterThanWork } from './lease-shorter-than-work.js';
import { lookUpThenInsert } from './look-up-then-insert.js';
import { lookupByPrefix } from './lookup-by-prefix.js';
import { lookupErrorAsAbsent } from './lookup-error-as-absent.js';
import { lookupFindsNothing } from './lookup-finds-nothing.js';
import { lookupFirstPageOnly } from './lookup-first-page-only.js';
import { lookupLags } from './lookup-lags.js';
import { lookupWithoutTenant } from './lookup-without-tenant.js';
import { losersGet500 } from './losers-get-500.js';
import { losesOneInTwenty } from './loses-one-in-twenty.js';
import { missingKeyHashed } from './missing-key-hashed.js';
import { noDeduplication } from './no-deduplication.js';
import { numberRounded } from './number-rounded.js';
import { oneGlobalLock } from './one-global-lock.js';
import { outerBlanksTrimmed } from './outer-blanks-trimmed.js';
import { partialWriteKept } from './partial-write-kept.js';
import { raceLoserOverwrites } from './race-loser-overwrites.js';
import { rawBytesIdentity } from './raw-bytes-identity.js';
import { recordGoesWithKey } from './record-goes-with-key.js';
import { refusalBurnsKey } from './refusal-burns-key.js';
import { refusalStored } from './refusal-stored.js';
import { repeatedHeaderJoined } from './repeated-header-joined.js';
import { replayBeforeAuthorisation } from './replay-before-authorisation.js';
import { replayEmpty200 } from './replay-empty-200.js';
import { replayLeaksAcrossTenants } from './replay-leaks-across-tenants.js';
import { replayNamesOtherId } from './replay-names-other-id.js';
import { retryOverwritesEdit } from './retry-overwrites-edit.js';
import { scopeByToken } from './scope-by-token.js';
import { scopeWithoutRoute } from './scope-without-route.js';
import { secondJobWhilePending } from './second-job-while-pending.js';
import { stored20msAfterFlush } from './stored-20ms-after-flush.js';
import { storedAfterFlush } from './stored-after-flush.js';
import { textReEncoded } from './text-re-encoded.js';
import { thirdUseFails } from './third-use-fails.js';
import { throttleWithoutHint } from './throttle-without-hint.js';
import { titleCut } from './title-cut.js';
import { transientFailureStored } from './transient-failure-stored.js';
import { updateCountsEachTime } from './update-counts-each-time.js';
import { updateCreates } from './update-creates.js';
import { updateDropsUnnamed } from './update-drops-unnamed.js';
import { updatesBothAccepted } from './updates-both-accepted.js';
import { windowCountedFromRestart } from './window-counted-from-restart.js';
import { windowInMilliseconds } from './window-in-milliseconds.js';
import { writtenAndReadUnderTwoNames } from './written-and-read-under-two-names.js';
import type { Flaw } from './flaw.js';

/** Every flaw that the receiver can be opened with, in the order of the requirements they break. */
export const receiverFlaws: readonly Flaw[] = [
  answersWithoutSaving,
  idNotFetchable,
  titleCut,
  textReEncoded,
  numberRounded,
  fieldsSwapped,
  outerBlanksTrimmed,
  dedupesByPayload,
  losesOneInTwenty,
  missingKeyHashed,
  badJson500,
  halfRecordLeft,
  refusalStored,
  noDeduplication,
  writtenAndReadUnderTwoNames,
  thirdUseFails,
  replayEmpty200,
  replayNamesOtherId,
  dedupesPerConnection,
  rawBytesIdentity,
  fingerprintOverHeaders,
  retryOverwritesEdit,
  effectAfterError,
  secondJobWhilePending,
  claimFreedOnDisconnect,
  storedAfterFlush,
  actsOnTruncatedBody,
  claimStuckAfterDisconnect,
  conflictOverwrites,
  conflictCreatesSecond,
  conflictReplayed,
  conflictAnswered500,
  conflictAnswered503,
  comparesTitleOnly,
  comparesFirstBytes,
  comparesTopLevel,
  comparesLoosely,
  conflictDropsAnswer,
  scopeWithoutRoute,
  raceLoserOverwrites,
  intentIgnored,
  intentCheckedAhead,
  intentClashReplayed,
  intentClashOverwrites,
  lookUpThenInsert,
  inProgressForEver,
  losersGet500,
  leaseShorterThanWork,
  stored20msAfterFlush,
  oneGlobalLock,
  acknowledgesBeforeCommit,
  jobDoneBeforeStored,
  keysInMemory,
  keyAndRecordApart,
  acceptedJobsForgotten,
  claimNeverExpires,
  fingerprintInMemory,
  windowInMilliseconds,
  expiredKeyRefused,
  expiredKeyUnguarded,
  recordGoesWithKey,
  evictsAfter500,
  windowCountedFromRestart,
  keyLowerCased,
  keyCutAt64,
  keyCutSilently,
  keyPunctuationStripped,
  keyParsedAsNumber,
  repeatedHeaderJoined,
  keySpacesCollapsed,
  keyNormalised,
  emptyKeyAccepted,
  keyWithoutTenant,
  replayLeaksAcrossTenants,
  lookupWithoutTenant,
  scopeByToken,
  replayBeforeAuthorisation,
  refusalBurnsKey,
  transientFailureStored,
  partialWriteKept,
  throttleWithoutHint,
  lookupFindsNothing,
  lookupLags,
  lookupErrorAsAbsent,
  lookupByPrefix,
  lookupFirstPageOnly,
  lastWriterWins,
  updateCountsEachTime,
  updateDropsUnnamed,
  updatesBothAccepted,
  updateCreates,
  givesWayUnderLoad,
];
