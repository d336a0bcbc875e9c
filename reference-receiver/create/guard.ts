import type { Answer } from '../http/answer.js';
import type { Mishap } from '../http/mishaps.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Claim, CreateCall, CreateWork, Parts } from '../parts.js';
import type { IntentRow } from '../store/intents.js';
import type { KeyClaim, KeyRow } from '../store/keys.js';
import { answerColumns } from './stored-answer.js';
import type { NewRecord } from '../store/records.js';

/** Thrown by a late owner: its lease ran out, another took the claim, and nothing of its own may be written. */
export class LostClaim extends Error {
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
  return carryOut(parts, call, owner).answer;
}

/** Does the work of a create, whoever asked for it and when, and says which record it has. Runs inside a transaction. */
export function carryOut(
  parts: Parts,
  work: CreateWork,
  owner: KeyClaim,
): { readonly answer: Answer; readonly recordId: string } {
  const record = newRecord(parts, work);
  const taken = parts.takeIntent(parts, work, record);
  const answer = taken === undefined ? inserted(parts, work, record) : takenAnswer(parts, work, taken);
  const recordId = taken?.recordId ?? record.id;
  const expiresAt = record.createdAt + parts.retentionMs;
  const kept = parts.store.keys.finish(owner, answerColumns(answer, { recordId, expiresAt }));
  if (!kept) throw new LostClaim();
  parts.sweepKeys(parts);
  return { answer, recordId };
}

function inserted(parts: Parts, { operation }: CreateWork, record: NewRecord): Answer {
  parts.insertRecord(parts, record);
  parts.mishaps.reached('written');
  return parts.createdAnswer(operation, record);
}

/** The second boundary: the key is new, and what it asks for was carried out under another one. */
function takenAnswer(parts: Parts, work: CreateWork, taken: IntentRow): Answer {
  const same = taken.fingerprint === work.fingerprint;
  return same ? parts.intentRepeated(parts, work, taken) : parts.intentDiffers(parts, work, taken);
}

/** The record that a create asks for, not stored yet. */
export function newRecord(parts: Parts, { caller, operation, payload }: CreateWork): NewRecord {
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
  return row.state === 'done' ? parts.replayed(parts, call, row) : parts.inFlight(parts, call, row);
}

/** The same create is being worked on: whoever asks is to come again. */
export function inFlight(parts: Parts): Answer {
  const detail = 'A request with this key is being worked on; ask again in a second.';
  return parts.refused(refusal('in-flight', detail, { headers: { 'retry-after': '1' } }));
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
  return row === undefined ? inFlight(parts) : heldAnswer(parts, call, row);
}

function failed(status: number): Refused {
  return new Refused(refusal('failed', 'The receiver failed; nothing was stored.', { status }));
}
