import type { SenderPolicy } from '../model/sender-policy.js';
import type { SenderParts } from './parts.js';
import { payloadHash } from './payload-hash.js';
import type { Intent } from './sender-options.js';

/** What became of an approval. */
export type ApprovalResult = 'recorded' | 'repeated' | 'refused';

/**
 * Writes an approval and its outbox row, both or neither; the same intent again changes nothing. `betweenWrites` may
 * throw there, as a process that is killed; what it throws comes out, and is the caller's to record.
 */
export function approve(parts: SenderParts, intent: Intent, betweenWrites: () => void): ApprovalResult {
  const { options } = parts;
  const { name: action, key } = intent;
  if (isInvalid(intent, options.policy)) {
    options.record({ type: 'approval-refused', action, key, why: 'invalid' });
    return 'refused';
  }
  const { result, event } = write(parts, intent, betweenWrites);
  options.record(event);
  return result;
}

/** Control characters cannot travel in a header, and half a surrogate pair cannot be kept as it is. */
const unfitForKey = /[\p{Cc}\p{Cs}]/u;

function isInvalid({ name, key, request, expiresInMs }: Intent, policy: SenderPolicy): boolean {
  const { body } = request;
  return (
    name === '' ||
    key.trim() === '' ||
    key.length > policy.longestKey ||
    unfitForKey.test(key) ||
    request.method === '' ||
    !request.path.startsWith('/') ||
    (body !== null && (body.trim() === '' || Buffer.byteLength(body, 'utf8') > policy.longestBody)) ||
    (expiresInMs !== null && !(expiresInMs > 0))
  );
}

function write(parts: SenderParts, intent: Intent, betweenWrites: () => void) {
  const { store, options, rules } = parts;
  const { name: action, key, marker, credential } = intent;
  const now = options.clock.now();
  const request = requestText(intent);
  const hash = payloadHash(request);
  const expiresAt = intent.expiresInMs === null ? null : now + intent.expiresInMs;
  const writeBoth = () => {
    const known = store.approvalOf(key, action);
    if (known !== undefined) {
      const same =
        known.key === key &&
        known.action === action &&
        known.credential === credential &&
        known.payloadHash === hash;
      return same ? repeated(action, key) : changed(action, key);
    }
    store.approve({ key, action, marker, credential, payloadHash: hash, now, expiresAt });
    betweenWrites();
    store.enqueue({ key, request, now });
    return {
      result: 'recorded',
      event: { type: 'approval-recorded', action, key, payloadHash: hash, expiresAt },
    } as const;
  };
  return rules.approvalWrites === 'together' ? store.together(writeBoth) : writeBoth();
}

/** The bytes that are stored once; members in one order, so that the same intent is the same text. */
function requestText({ request: { method, path, headers, body } }: Intent): string {
  return JSON.stringify({ method, path, headers, body });
}

function repeated(action: string, key: string) {
  return { result: 'repeated', event: { type: 'approval-repeated', action, key } } as const;
}

function changed(action: string, key: string) {
  return {
    result: 'refused',
    event: { type: 'approval-refused', action, key, why: 'changed-content' },
  } as const;
}
