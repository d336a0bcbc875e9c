import type { Answer } from '../http/answer.js';
import { readJsonText } from '../http/json-text.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Asking, Caller, CreateIntake, Parts } from '../parts.js';
import type { Operation } from '../records/operations.js';
import { validPayload } from '../records/validate.js';
import type { Payload } from '../store/records.js';

/**
 * Takes a create from the wire to the guard. Whatever is refused on the way has touched no key, so a corrected
 * request may use the same key. Throws Refused.
 */
export async function create(
  parts: Parts,
  asking: Asking,
  caller: Caller,
  operation: Operation,
): Promise<Answer> {
  const retryAfterS = parts.mishaps.takeThrottle();
  if (retryAfterS !== undefined) throw throttled(retryAfterS);
  const reading = parts.keyOf(asking.request.headers.get('idempotency-key'));
  if ('refusal' in reading) throw new Refused(reading.refusal);
  const text = await parts.textOf(asking.request);
  const intake = { ...asking, caller, operation, key: reading.key, text };
  const payload = readPayload(intake);
  if (payload instanceof Refused) return parts.invalidCreate(parts, intake, payload.refusal);
  return parts.guard(parts, {
    ...intake,
    payload,
    scope: parts.scopeOf(caller, operation),
    identity: parts.identityOf(intake.key),
    fingerprint: parts.fingerprintOf(payload, asking.request),
    intent: typeof payload['intent'] === 'string' ? payload['intent'] : undefined,
  });
}

function readPayload({ operation, text }: CreateIntake): Payload | Refused {
  const content = readJsonText(text);
  try {
    return validPayload(operation, content);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

function throttled(retryAfterS: number): Refused {
  const detail = `Nothing was stored; ask again in ${retryAfterS} s.`;
  return new Refused(refusal('throttled', detail, { headers: { 'retry-after': String(retryAfterS) } }));
}
