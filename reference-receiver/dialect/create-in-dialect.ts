import type { Answer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import type { CreateIntake, Parts } from '../parts.js';
import type { Json } from '../store/records.js';
import type { Dialect, RequestForm } from './dialect.js';
import { dialectKeyOf } from './dialect-key.js';
import { dialectOperation } from './dialect-operation.js';
import { storedPayload } from './dialect-record.js';
import { textIn } from './holes.js';
import type { Holes } from './holes.js';
import { isMembers, valueAt, withValueAt } from './pointer.js';
import { matchedCreate } from './request-form.js';
import type { ReadRequest } from './request-form.js';

type Intake = Omit<CreateIntake, 'operation' | 'key'>;

/** Takes a create to the guard, if the request is one; undefined otherwise. Throws Refused. */
export async function createInDialect(
  parts: Parts,
  dialect: Dialect,
  intake: Intake,
  asked: ReadRequest,
): Promise<Answer | undefined> {
  const found = createOf(dialect, asked);
  if (found === undefined) return undefined;
  const { holes, index } = found;
  const operation = dialectOperation(dialect, index);
  const retryAfterS = parts.mishaps.takeThrottle();
  if (retryAfterS !== undefined) throw throttled(retryAfterS);
  const key = keyIn(dialect, asked, holes);
  const content = checked(dialect, asked.body);
  const payload = storedPayload(dialect, content, textIn(holes, 'marker') ?? '');
  return parts.guard(parts, {
    ...intake,
    operation,
    key,
    payload,
    scope: parts.scopeOf(intake.caller, operation),
    identity: parts.identityOf(key),
    fingerprint: parts.fingerprintOf({ content: withoutKey(dialect, content) }, asked.request),
    intent: intentIn(dialect, content),
  });
}

function createOf(
  { creates }: Dialect,
  asked: ReadRequest,
): { readonly holes: Holes; readonly index: number } | undefined {
  for (const [index, form] of creates.entries()) {
    const holes = matchedCreate(form, asked);
    if (holes !== undefined && takes(form, asked.body)) return { holes, index };
  }
  return undefined;
}

/** Where a create has a body, so must the request. */
function takes(form: RequestForm, body: Json | undefined): boolean {
  return form.body === null || body !== undefined;
}

/** The key of a create; empty where none came and none is needed. */
function keyIn({ key, conduct }: Dialect, asked: ReadRequest, holes: Holes): string {
  if (conduct.mode === 'unguarded') return '';
  const reading = dialectKeyOf(key, asked, holes);
  if ('key' in reading) return reading.key;
  if (reading.refusal.type === 'key-missing' && conduct.missingKey === 'run') return '';
  throw new Refused(reading.refusal);
}

/** The content of a create, if it is such as the contract takes. */
function checked({ invalid, creates }: Dialect, content: Json = {}): Json {
  const wantsMembers = creates.some(({ body }) => isMembers(body ?? undefined));
  if (wantsMembers && !isMembers(content))
    throw new Refused(refusal('invalid', 'The body must be an object.'));
  if (invalid === null) return content;
  const value = valueAt(content, invalid.pointer);
  const isInvalid = JSON.stringify(value) === JSON.stringify(invalid.value);
  if (isInvalid) throw new Refused(refusal('invalid', `The member at ${invalid.pointer} is not valid.`));
  return content;
}

/** The content apart from the key, so that one content under two keys is known as one. */
function withoutKey({ key }: Dialect, content: Json): Json {
  return key.in === 'body' ? withValueAt(content, key.name, '') : content;
}

function intentIn({ intent }: Dialect, content: Json): string | undefined {
  const value = intent === null ? undefined : valueAt(content, intent.pointer);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function throttled(retryAfterS: number): Refused {
  const detail = `Nothing was stored; ask again in ${retryAfterS} s.`;
  return new Refused(refusal('throttled', detail, { headers: { 'retry-after': String(retryAfterS) } }));
}
