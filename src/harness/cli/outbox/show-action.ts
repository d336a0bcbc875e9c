import type { PreparedRequest } from '../../model/exchange.js';
import type { Dossier, LoggedAct, LoggedAttempt } from '../../sender/store/dossier.js';

/**
 * What `outbox show` prints of an action: its row, approval, attempts and acts, with times as text. Of the request only
 * the body, and that only where it is asked for: a module's codec could have put a credential into a header.
 */
export function shownAction(dossier: Dossier, withPayload: boolean) {
  const { row, approvedAt, aggregate, requestedBy, approvedBy, attempts, acts } = dossier;
  const { action, key, marker, state, attempts: counted, remoteId, fence, reason, lastOutcome } = row;
  return {
    action,
    key,
    marker,
    state,
    reason,
    remoteId,
    lastOutcome,
    inDoubt: row.inDoubt === 1,
    attemptsOfBudget: counted,
    fence,
    leaseUntil: time(row.leaseUntil),
    nextAt: time(row.nextAt),
    firstSentAt: time(row.firstSentAt),
    approval: {
      payloadHash: row.payloadHash,
      approvedAt: time(approvedAt),
      expiresAt: time(row.expiresAt),
      aggregate,
      requestedBy,
      approvedBy,
      data: row.dataObject === null ? null : shownData(row),
    },
    attempts: attempts.map(shownAttempt),
    acts: acts.map(shownAct),
    ...(withPayload ? { payload: (JSON.parse(row.request) as PreparedRequest).body } : {}),
  };
}

function shownData({ dataObject: object, dataVersion: version, knownVersion }: Dossier['row']) {
  return { object, version, knownVersion };
}

function shownAttempt({ claimedAt, leaseUntil, sentAt, endedAt, ...rest }: LoggedAttempt) {
  return {
    ...rest,
    claimedAt: time(claimedAt),
    leaseUntil: time(leaseUntil),
    sentAt: time(sentAt),
    endedAt: time(endedAt),
  };
}

function shownAct({ at, ...rest }: LoggedAct) {
  return { at: time(at), ...rest };
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
