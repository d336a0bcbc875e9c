import type { SenderPolicy } from '../model/sender-policy.js';
import type { PreparedRequest } from '../model/exchange.js';
import { acknowledges, leavesOpen, type Outcome } from '../model/outcome.js';
import { absentCountsFrom } from './absent-counts-from.js';
import { type Claim, claimNext } from './claim.js';
import type { SenderParts } from './parts.js';
import { payloadHash } from './payload-hash.js';
import type { HoldReason } from './rules.js';
import type { AttemptOptions, AttemptResult, SenderOptions } from './sender-options.js';
import {
  plainSettlement,
  recordSettlement,
  settleByOutcome,
  type Settlement,
  withWait,
  type Learned,
} from './settlement.js';
import type { Acceptance, StoredRow } from './stored-row.js';

/** One worker takes the row whose turn it is, and makes at most one create; no transaction is open while it waits. */
export async function attempt(
  parts: SenderParts,
  worker: string,
  options: AttemptOptions,
): Promise<AttemptResult> {
  await options.at('before-claim');
  const claiming = claimNext(parts, worker);
  if (claiming.kind === 'idle') return claiming;
  if (claiming.kind === 'settled') return { kind: 'worked', action: claiming.action };
  const { claim } = claiming;
  await options.at('after-claim');
  await options.at('before-send');
  const settlement = await carryOut(parts, claim, options);
  if (settlement !== null) {
    await options.at('before-record');
    recordSettlement(parts, claim, settlement);
    await options.at('after-record');
  }
  return { kind: 'worked', action: claim.action };
}

/** From the last check to what was learned; null where the row is no longer the worker's. */
async function carryOut(
  parts: SenderParts,
  claim: Claim,
  options: AttemptOptions,
): Promise<Settlement | null> {
  const { rules, options: sender } = parts;
  const { policy, clock } = sender;
  const row = parts.store.row(claim.key);
  const held = holdReason(parts, claim, row);
  if (row === undefined || held !== null) return hold(parts, claim, held ?? 'lease-lost');
  const pastWindow = isPastWindow(row, policy, clock.now());
  const canLookUp = sender.lookUp !== null;
  const inDoubt = row.inDoubt === 1;
  if (row.acceptance !== null && sender.poll) return pollFirst(parts, claim, row, sender.poll);
  const { advice } = row;
  switch (rules.firstDoes({ inDoubt, takenOver: claim.takenOver, pastWindow, canLookUp, advice }, policy)) {
    case 'block':
      return { ...plainSettlement, state: 'blocked', reason: pastWindow ? windowOver : inDoubtUnsettled };
    case 'look-up': {
      const found = await lookUpFirst(parts, claim, row);
      return found ?? sendOnce(parts, claim, options, false);
    }
    case 'send':
      return sendOnce(parts, claim, options, inDoubt);
  }
}

const windowOver = 'the time in which the key is safe is over';
const inDoubtUnsettled = 'an earlier attempt is in doubt';

function isPastWindow({ firstSentAt }: StoredRow, { windowMs }: SenderPolicy, now: number): boolean {
  return firstSentAt !== null && windowMs !== null && now >= firstSentAt + windowMs;
}

/** Why nothing may be sent for this claim at this moment, from what is on disk at this moment. */
function holdReason(
  { rules, options }: SenderParts,
  claim: Claim,
  row: StoredRow | undefined,
): HoldReason | null {
  if (row === undefined) return 'lease-lost';
  const now = options.clock.now();
  return rules.holds({
    leaseHeld: row.state === 'processing' && row.fence === claim.fence && now < claim.leaseUntil,
    approvalExpired: row.expiresAt !== null && now >= row.expiresAt,
    payloadChanged: payloadHash(row.request) !== row.payloadHash,
  });
}

/** Holds the send; a lost lease leaves the row to its owner, a stale approval blocks it. */
function hold({ options, store }: SenderParts, claim: Claim, why: HoldReason): Settlement | null {
  const { worker, action, key, fence } = claim;
  options.record({ type: 'send-held', worker, action, why });
  if (why !== 'lease-lost') return { ...plainSettlement, state: 'blocked', reason: why };
  const now = options.clock.now();
  store.logEnd({ key, fence, now, exchange: null, outcome: null, result: 'held' });
  return null;
}

/** Asks the receiver before a create; null where the action is absent there and its key is still safe. */
async function lookUpFirst(parts: SenderParts, claim: Claim, row: StoredRow): Promise<Settlement | null> {
  // A look-up shows the receiver as it was at some moment after it was asked, and no later one.
  const askedAt = parts.options.clock.now();
  const asked = await lookUp(parts, claim, row);
  if (asked === null) return { ...plainSettlement, state: 'blocked', reason: inDoubtUnsettled };
  const { exchange, finding } = asked;
  switch (finding.kind) {
    case 'found':
      return { ...plainSettlement, state: 'sent', remoteId: finding.id, exchange, inDoubt: false };
    case 'several': {
      const reason = `several records at the receiver (${String(finding.ids.length)})`;
      return { ...plainSettlement, state: 'blocked', reason, exchange };
    }
    case 'trouble': {
      const reason = `look-up failed: ${finding.why}`;
      return withWait(parts, claim, { ...plainSettlement, state: 'unknown', reason, exchange }, null);
    }
    case 'absent': {
      const { policy, clock } = parts.options;
      const from = absentCountsFrom(parts, row);
      if (askedAt < from) return notYetAbsent(parts, claim, exchange, from);
      if (!isPastWindow(row, policy, clock.now())) return null;
      const reason = `${windowOver}, and the action is absent at the receiver`;
      return { ...plainSettlement, state: 'blocked', reason, exchange, windowRenewed: true };
    }
  }
}

function notYetAbsent(parts: SenderParts, claim: Claim, exchange: string, from: number): Settlement {
  const reason = 'nothing found yet, and an earlier attempt may still be under way';
  const settlement = withWait(parts, claim, { ...plainSettlement, state: 'unknown', reason, exchange }, null);
  return settlement.nextAt === null
    ? settlement
    : { ...settlement, nextAt: Math.max(settlement.nextAt, from) };
}

async function lookUp({ options }: SenderParts, { worker }: Claim, row: StoredRow) {
  const { action: name, key, marker, credential } = row;
  return options.lookUp === null ? null : options.lookUp({ name, key, marker, worker, credential });
}

/**
 * Asks after an accepted action before anything else. What cannot be learned is asked again, but where the same key is
 * safe to send: then the acceptance is forgotten, and the next attempt sends it.
 */
async function pollFirst(
  parts: SenderParts,
  claim: Claim,
  row: StoredRow,
  poll: NonNullable<SenderOptions['poll']>,
): Promise<Settlement> {
  const acceptance = JSON.parse(row.acceptance ?? '') as Acceptance;
  const { worker, action } = claim;
  const { exchange: accepted, request } = acceptance;
  const polled = await poll({ action, worker, credential: row.credential, request, accepted });
  const named = await learnId(parts, claim, row, { ...polled, acceptance });
  const { kind } = named.outcome;
  const resends = kind === 'unknown' && parts.options.policy.retry === 'same-key';
  const keeps = leavesOpen(named.outcome) && !resends;
  // Whatever leaves it open is no more than that: a poll that is throttled does not make the action pending.
  const outcome: Outcome = keeps ? { ...named.outcome, kind: 'accepted' } : named.outcome;
  return {
    ...settleByOutcome(
      parts,
      claim,
      { ...named, outcome, acceptance: keeps ? acceptance : null },
      acceptance.doubtBefore,
    ),
    outcome: kind,
  };
}

/** Checks once more (a look-up takes time), marks the row as in doubt, and makes the create in the same turn. */
async function sendOnce(
  parts: SenderParts,
  claim: Claim,
  how: AttemptOptions,
  inDoubt: boolean,
): Promise<Settlement | null> {
  const { options, rules, store } = parts;
  const { worker, action, key, fence, leaseUntil } = claim;
  const ready = store.together(() => {
    const row = store.row(key);
    const held = holdReason(parts, claim, row);
    if (row === undefined || held !== null) return held ?? 'lease-lost';
    store.markSent(key, options.clock.now());
    store.logSend({ key, fence, now: options.clock.now() });
    return row;
  });
  if (typeof ready === 'string') return hold(parts, claim, ready);
  const request = rules.requestFor({
    request: JSON.parse(ready.request) as PreparedRequest,
    key,
    attempt: claim.attempt,
  });
  const { effects } = how;
  const { credential } = ready;
  const about = { action, worker, credential, fence, leaseUntil, effects };
  const { exchange, outcome, poll = null } = await options.deliver(request, about);
  await how.at('after-reply');
  const acceptance = poll === null ? null : { exchange, request: poll, doubtBefore: inDoubt };
  const named = await learnId(parts, claim, ready, { exchange, outcome, acceptance });
  return settleByOutcome(parts, claim, named, inDoubt);
}

/** Where the answer acknowledges without naming the record, a look-up may name it. */
async function learnId(parts: SenderParts, claim: Claim, row: StoredRow, learned: Learned): Promise<Learned> {
  const { outcome } = learned;
  if (!acknowledges(outcome) || outcome.id !== null) return learned;
  if (holdReason(parts, claim, parts.store.row(claim.key)) === 'lease-lost') return learned;
  const asked = await lookUp(parts, claim, row);
  if (asked?.finding.kind !== 'found') return learned;
  return { ...learned, exchange: asked.exchange, outcome: { ...outcome, id: asked.finding.id } };
}
