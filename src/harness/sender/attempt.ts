import type { SenderPolicy } from '../model/sender-policy.js';
import type { PreparedRequest } from '../model/exchange.js';
import { acknowledges, leavesOpen, type Outcome } from '../model/outcome.js';
import { absentCountsFrom } from './absent-counts-from.js';
import { severalRecords } from './several-records.js';
import { type Claim, claimNext } from './claim.js';
import type { SenderParts } from './parts.js';
import { payloadHash } from './payload-hash.js';
import type { HoldReason } from './rules.js';
import type { AttemptOptions, AttemptResult } from './sender-options.js';
import {
  plainSettlement,
  recordSettlement,
  settleByOutcome,
  type Settlement,
  withWait,
  type Learned,
} from './settlement.js';
import type { Look } from './store/sender-store.js';
import type { Acceptance, StoredRow } from './stored-row.js';

/** One worker takes the row whose turn it is, and makes at most one create; no transaction is open while it waits. */
export async function attempt(
  parts: SenderParts,
  worker: string,
  options: AttemptOptions,
): Promise<AttemptResult> {
  await options.at('before-claim');
  const claiming = await claimNext(parts, worker, 1);
  if (claiming.kind === 'idle') return claiming;
  const [claim] = claiming.claims;
  if (claim === undefined) return { kind: 'worked', action: claiming.settled[0] ?? '' };
  await workOn(parts, claim, options);
  return { kind: 'worked', action: claim.action };
}

/** Carries a claim out and records what came of it; passes every crash point but `before-claim`. */
export async function workOn(parts: SenderParts, claim: Claim, options: AttemptOptions): Promise<void> {
  await options.at('after-claim');
  await options.at('before-send');
  const settlement = await carryOut(parts, claim, options);
  if (settlement === null) return;
  await options.at('before-record');
  await recordSettlement(parts, claim, settlement);
  await options.at('after-record');
}

/** From the last check to what was learned; null where the row is no longer the worker's. */
async function carryOut(
  parts: SenderParts,
  claim: Claim,
  options: AttemptOptions,
): Promise<Settlement | null> {
  const first = whatFirst(parts, claim);
  // Whoever sends checks as it marks the row; whoever does anything else first checks before that.
  if (first === 'send') return sendOnce(parts, claim, options, claim.row.inDoubt === 1);
  const look = await parts.store.look(claim.key);
  const held = holdReason(parts, claim, look);
  if (look === null || held !== null) return hold(parts, claim, held ?? 'lease-lost');
  switch (first) {
    case 'poll':
      return pollFirst(parts, claim, look.row);
    case 'block-expired':
      return { ...plainSettlement, state: 'blocked', reason: windowOver };
    case 'block':
      return { ...plainSettlement, state: 'blocked', reason: inDoubtUnsettled };
    case 'look-up': {
      const found = await lookUpFirst(parts, claim, look);
      return found ?? sendOnce(parts, claim, options, false);
    }
  }
}

type First = 'send' | 'look-up' | 'poll' | 'block' | 'block-expired';

function whatFirst({ rules, store, options }: SenderParts, { row, takenOver }: Claim): First {
  const { policy } = options;
  if (row.acceptance !== null && options.poll) return 'poll';
  const pastWindow = isPastWindow(row, policy, store.now());
  const facts = { inDoubt: row.inDoubt === 1, takenOver, pastWindow, canLookUp: options.lookUp !== null };
  const first = rules.firstDoes({ ...facts, advice: row.advice }, policy);
  return first === 'block' && pastWindow ? 'block-expired' : first;
}

const windowOver = 'the time in which the key is safe is over';
const inDoubtUnsettled = 'an earlier attempt is in doubt';

function isPastWindow({ firstSentAt }: StoredRow, { windowMs }: SenderPolicy, now: number): boolean {
  return firstSentAt !== null && windowMs !== null && now >= firstSentAt + windowMs;
}

/** Why nothing may be sent for this claim, from what is in the ledger at this moment. */
function holdReason(
  { rules }: SenderParts,
  claim: Claim,
  look: Look | null,
  isPaused = false,
): HoldReason | null {
  if (look === null) return 'lease-lost';
  const { row, now } = look;
  return rules.holds({
    leaseHeld: row.state === 'processing' && row.fence === claim.fence && now < claim.leaseUntil,
    approvalExpired: row.expiresAt !== null && now >= row.expiresAt,
    payloadChanged: payloadHash(row.request) !== row.payloadHash,
    dataChanged: row.dataVersion !== row.knownVersion,
    isPaused,
  });
}

/** Holds the send; a lost lease leaves the row to its owner, a pause puts it back, a stale approval blocks it. */
async function hold(
  { options, store }: SenderParts,
  { worker, action, key, fence, row }: Claim,
  why: HoldReason,
): Promise<Settlement | null> {
  options.record({ type: 'send-held', worker, action, why });
  if (why === 'paused') return putBack(row, store.now());
  if (why !== 'lease-lost') return { ...plainSettlement, state: 'blocked', reason: why };
  await store.recordHeld({ key, fence });
  return null;
}

/** Due again as it was before the claim, which does not count as an attempt. */
function putBack({ inDoubt, advice }: StoredRow, now: number): Settlement {
  const state = inDoubt === 1 ? 'unknown' : 'pending';
  const reason = 'sends are paused';
  return { ...plainSettlement, state, reason, nextAt: now, advice, givesBackAttempt: true };
}

/** Asks the receiver before a create; null where the action is absent there and its key is still safe. */
async function lookUpFirst(parts: SenderParts, claim: Claim, look: Look): Promise<Settlement | null> {
  // A look-up shows the receiver as it was at some moment after it was asked, and no later one.
  const { row, now: askedAt } = look;
  const asked = await lookUp(parts, claim, row);
  if (asked === null) return { ...plainSettlement, state: 'blocked', reason: inDoubtUnsettled };
  const { exchange, finding } = asked;
  switch (finding.kind) {
    case 'found':
      return { ...plainSettlement, state: 'sent', remoteId: finding.id, exchange, inDoubt: false };
    case 'several': {
      const reason = severalRecords(finding.ids);
      return { ...plainSettlement, state: 'blocked', reason, exchange };
    }
    case 'trouble': {
      const reason = `look-up failed: ${finding.why}`;
      return withWait(parts, claim, { ...plainSettlement, state: 'unknown', reason, exchange }, null);
    }
    case 'absent': {
      const { store, options } = parts;
      const from = await absentCountsFrom(parts, row);
      if (askedAt < from) return notYetAbsent(parts, claim, exchange, from);
      if (!isPastWindow(row, options.policy, store.now())) return null;
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
async function pollFirst(parts: SenderParts, claim: Claim, row: StoredRow): Promise<Settlement> {
  const { poll } = parts.options;
  if (!poll) throw new Error('Only asked where accepted actions can be asked after.');
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

/** Checks (once more, where a look-up took time), marks the row as in doubt, and makes the create in the same turn. */
async function sendOnce(
  parts: SenderParts,
  claim: Claim,
  how: AttemptOptions,
  inDoubt: boolean,
): Promise<Settlement | null> {
  const { options, rules, store } = parts;
  const { worker, action, key, fence, leaseUntil } = claim;
  const ready = await store.recordSend({ key, fence }, (row, now, isPaused) =>
    holdReason(parts, claim, { row, now }, isPaused),
  );
  if (ready === null || typeof ready === 'string') return hold(parts, claim, ready ?? 'lease-lost');
  // The word of a ledger that is far away may have come late.
  const late = holdReason(parts, claim, { row: ready, now: store.now() });
  if (late === 'lease-lost') return hold(parts, claim, late);
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
  if (holdReason(parts, claim, await parts.store.look(claim.key)) === 'lease-lost') return learned;
  const asked = await lookUp(parts, claim, row);
  if (asked?.finding.kind !== 'found') return learned;
  return { ...learned, exchange: asked.exchange, outcome: { ...outcome, id: asked.finding.id } };
}
