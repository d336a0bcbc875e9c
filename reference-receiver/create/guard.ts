import type { Answer } from '../http/answer.js';
import type { Mishap } from '../http/mishaps.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Claim, CreateCall, Parts } from '../parts.js';
import type { IntentRow } from '../store/intents.js';
import type { KeyClaim, KeyRow } from '../store/keys.js';
import { answerColumns } from './stored-answer.js';
import type { NewRecord } from '../store/records.js';

/** Thrown by a late owner: its lease ran out, another took the claim, and nothing of its own may be written. */
class LostClaim extends Error {
  constructor() {
    super('The claim on the key was taken over by another request.');
    this.name = 'LostClaim';
  }
}

/**
 * Does a create once per key. Claim, record and stored answer are one transaction, so there is no moment at which
 * a crash leaves one without the others; only a create that a mishap holds up claims first and works later.
 */
export async function guard(parts: Parts, call: CreateCall): Promise<Answer> {
  if (!parts.mishaps.awaited()) {
    const answer = parts.store.atomically(() => settle(parts, call, parts.claim(parts, call)));
    parts.mishaps.reached('committed');
    return answer;
  }
  const standing = parts.store.atomically(() => parts.claim(parts, call));
  if ('held' in standing) return heldAnswer(parts, call, standing.held);
  parts.mishaps.reached('claimed');
  return workThrough(parts, call, standing.mine, parts.mishaps.take());
}

/** Claims a key that is new, expired or abandoned; the table's unique constraint decides. */
export function claim(parts: Parts, call: CreateCall): Claim {
  const now = parts.clock.now();
  const { scope, identity, fingerprint } = call;
  const mine = parts.store.keys.claim({
    ...scope,
    key: identity,
    fingerprint,
    now,
    leaseUntil: now + parts.leaseMs,
  });
  if (mine !== undefined) return { mine };
  const held = parts.store.keys.find(scope, identity);
  if (held === undefined) throw new Error('A key that could not be claimed was not found; expected its row.');
  return { held };
}

/** Writes the record, unless its intent has one, and the answer for every later use of the key. */
export function complete(parts: Parts, call: CreateCall, owner: KeyClaim): Answer {
  const record = newRecord(parts, call);
  const taken = parts.takeIntent(parts, call, record);
  const answer = taken === undefined ? inserted(parts, call, record) : takenAnswer(parts, call, taken);
  const recordId = taken?.recordId ?? record.id;
  const expiresAt = record.createdAt + parts.retentionMs;
  const kept = parts.store.keys.finish(owner, answerColumns(answer, { recordId, expiresAt }));
  if (!kept) throw new LostClaim();
  parts.sweepKeys(parts);
  return answer;
}

function inserted(parts: Parts, call: CreateCall, record: NewRecord): Answer {
  parts.insertRecord(parts, record);
  parts.mishaps.reached('written');
  return parts.createdAnswer(call.operation, record);
}

/** The second boundary: the key is new, and what it asks for was carried out under another one. */
function takenAnswer(parts: Parts, call: CreateCall, taken: IntentRow): Answer {
  const same = taken.fingerprint === call.fingerprint;
  return same ? parts.intentRepeated(parts, call, taken) : parts.intentDiffers(parts, call, taken);
}

/** The record that a create asks for, not stored yet. */
export function newRecord(parts: Parts, { caller, operation, payload }: CreateCall): NewRecord {
  const id = parts.newId(parts, operation);
  return {
    id,
    tenant: caller.tenant,
    kind: operation.kind,
    version: 1,
    createdAt: parts.clock.now(),
    payload,
  };
}

function settle(parts: Parts, call: CreateCall, standing: Claim): Answer {
  if ('held' in standing) return heldAnswer(parts, call, standing.held);
  parts.mishaps.reached('claimed');
  return parts.complete(parts, call, standing.mine);
}

/** What a use of a key is told that another use holds. */
function heldAnswer(parts: Parts, call: CreateCall, row: KeyRow): Answer {
  // Before "in flight": a caller that waits for other content would wait for a refusal.
  if (row.fingerprint !== call.fingerprint) return parts.mismatched(parts, call, row);
  return row.state === 'done' ? parts.replayed(parts, call, row) : parts.refused(inFlight());
}

async function workThrough(parts: Parts, call: CreateCall, owner: KeyClaim, mishap: Mishap): Promise<Answer> {
  try {
    if (mishap.slowMs > 0) await parts.clock.sleep(mishap.slowMs);
    if (mishap.failure?.at === 'before') throw failed(mishap.failure.status);
    const done = parts.store.atomically(() => {
      const answer = parts.complete(parts, call, owner);
      if (mishap.failure !== undefined) throw failed(mishap.failure.status);
      return answer;
    });
    parts.mishaps.reached('committed');
    return done;
  } catch (error) {
    if (error instanceof LostClaim) return lateOwnerAnswer(parts, call);
    parts.store.keys.release(owner);
    throw error;
  }
}

/** A late owner gets what any other use of the key gets: the winner's answer once there is one. */
function lateOwnerAnswer(parts: Parts, call: CreateCall): Answer {
  const row = parts.store.keys.find(call.scope, call.identity);
  return row === undefined ? parts.refused(inFlight()) : heldAnswer(parts, call, row);
}

function inFlight() {
  const detail = 'A request with this key is being worked on; ask again in a second.';
  return refusal('in-flight', detail, { headers: { 'retry-after': '1' } });
}

function failed(status: number): Refused {
  return new Refused(refusal('failed', 'The receiver failed; nothing was stored.', { status }));
}
