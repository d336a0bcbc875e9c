import { createHash } from 'node:crypto';
import type { MovableClock } from './clock.js';
import { fingerprintOf } from './create/fingerprint.js';
import { claim, complete, guard, inFlight } from './create/guard.js';
import { intentDiffers, intentRepeated, takeIntent } from './create/intent.js';
import { doJob } from './create/job.js';
import { keyOf } from './create/key.js';
import { storedAnswer } from './create/stored-answer.js';
import { callerReader } from './credentials.js';
import { readBody } from './http/body.js';
import { openMishaps } from './http/mishaps.js';
import { problemAnswer, refusal } from './http/refusal.js';
import type { CreateCall, Parts } from './parts.js';
import type { Operation } from './records/operations.js';
import { createdAnswer } from './records/present.js';
import { findRecord, search } from './records/reads.js';
import { merged, update, versionHolds } from './records/update.js';
import type { Store } from './store/store.js';

/** What the sound receiver is made with. */
export interface Tools {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly chance: () => number;
  readonly tokens: Readonly<Record<string, string>>;
  readonly leaseMs: number;
  readonly retentionMs: number;
  /** Kills the process on the spot; undefined where the receiver has none of its own. */
  readonly die: (() => void) | undefined;
}

const sweptPerCreate = 100;

/** The receiver's decisions, all of them right. */
export function soundParts({ store, clock, chance, tokens, leaseMs, retentionMs, die }: Tools): Parts {
  return {
    store,
    clock,
    mishaps: openMishaps(die),
    leaseMs,
    retentionMs,
    callerOf: callerReader(tokens),
    unauthorised: (parts) => parts.refused(unauthorised()),
    refused: problemAnswer,
    textOf: readBody,
    keyOf,
    identityOf: (key) => key,
    scopeOf: ({ tenant }, { route }) => ({ tenant, method: 'POST', route }),
    fingerprintOf,
    invalidCreate: (parts, _intake, reason) => parts.refused(reason),
    guard,
    claim,
    complete,
    doJob,
    inFlight,
    takeIntent,
    intentRepeated,
    intentDiffers,
    newId: (parts, operation) => newId(parts, operation, chance),
    insertRecord: (parts, record) => parts.store.records.insert(record),
    createdAnswer,
    // A window later than needed: an expired row is replaced in its place, this is only against growth.
    sweepKeys: (parts) => parts.store.keys.sweep(parts.clock.now() - parts.retentionMs, sweptPerCreate),
    replayed: (_parts, _call, row) => storedAnswer(row),
    mismatched: (parts, call) => parts.refused(keyReused(call)),
    findRecord,
    search,
    update,
    versionHolds,
    merged,
  };
}

function unauthorised() {
  return refusal('unauthorised', 'Send a valid bearer token.', { headers: { 'www-authenticate': 'Bearer' } });
}

function keyReused({ operation }: CreateCall) {
  return refusal('key-reused', `This key was used on ${operation.route} with other content; use a new key.`);
}

/** The number makes an id unique within the file, the chance makes it hard to guess, the digest hides both. */
function newId(parts: Parts, { idPrefix }: Operation, chance: () => number): string {
  const seed = `${parts.store.records.nextSequence()}:${chance()}:${chance()}`;
  return idPrefix + createHash('sha256').update(seed).digest('hex').slice(0, 24);
}
