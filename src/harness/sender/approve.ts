import type { SenderPolicy } from '../model/sender-policy.js';
import type { SenderParts } from './parts.js';
import { payloadHash } from './payload-hash.js';
import type { Intent } from './sender-options.js';
import type { ApprovalWritten, NewApproval } from './store/sender-store.js';

/** What became of an approval. */
export type ApprovalResult = 'recorded' | 'repeated' | 'refused';

/**
 * Writes approvals and their outbox rows, all or none; the same intent again changes nothing, and one that is refused
 * keeps no other from being written. `betweenWrites` may throw there, as a process that is killed; what it throws comes
 * out, and is the caller's to record.
 */
export async function approve(
  { options, store, rules }: SenderParts,
  intents: readonly Intent[],
  betweenWrites: () => void,
): Promise<readonly ApprovalResult[]> {
  const { policy } = options;
  const approvals = intents.map((intent) => (isInvalid(intent, policy) ? null : approvalOf(intent)));
  const valid = approvals.filter((approval) => approval !== null);
  const how = { writes: rules.approvalWrites, betweenWrites };
  const written = valid.length === 0 ? [] : await store.approve(valid, how);
  const came = new Map(written.map((each, index) => [valid[index], each]));
  return intents.map(({ name, key }, index) => {
    const approval = approvals[index] ?? undefined;
    const each = came.get(approval);
    const invalid = approval === undefined || each === undefined;
    const { result, event } = invalid ? refused(name, key, 'invalid') : readWritten(approval, each);
    options.record(event);
    return result;
  });
}

/** Control characters cannot travel in a header, and half a surrogate pair cannot be kept as it is. */
const unfitForKey = /[\p{Cc}\p{Cs}]/u;

/** PostgreSQL keeps no NUL in a text, and nobody half a surrogate pair. */
const unfitForText = /[\0\p{Cs}]/u;

function isInvalid(
  { name, key, marker, aggregate = null, request, expiresInMs }: Intent,
  policy: SenderPolicy,
): boolean {
  const { body } = request;
  return (
    name === '' ||
    unfitForText.test(`${name}${marker}${aggregate}`) ||
    key.trim() === '' ||
    key.length > policy.longestKey ||
    unfitForKey.test(key) ||
    request.method === '' ||
    !request.path.startsWith('/') ||
    (body !== null && (body.trim() === '' || Buffer.byteLength(body, 'utf8') > policy.longestBody)) ||
    (expiresInMs !== null && !(expiresInMs > 0))
  );
}

function approvalOf(intent: Intent): NewApproval {
  const { name: action, key, marker, credential, expiresInMs, aggregate = null } = intent;
  const request = requestText(intent);
  return {
    key,
    action,
    marker,
    credential,
    payloadHash: payloadHash(request),
    request,
    expiresInMs,
    aggregate,
  };
}

/** The bytes that are stored once; members in one order, so that the same intent is the same text. */
function requestText({ request: { method, path, headers, body } }: Intent): string {
  return JSON.stringify({ method, path, headers, body });
}

function readWritten(approval: NewApproval, written: ApprovalWritten) {
  const { action, key, credential, payloadHash: hash, aggregate } = approval;
  if (written.kind === 'recorded') {
    const { expiresAt } = written;
    const event = { type: 'approval-recorded', action, key, payloadHash: hash, expiresAt } as const;
    return { result: 'recorded', event } as const;
  }
  const { approval: known } = written;
  const same =
    known.key === key &&
    known.action === action &&
    known.credential === credential &&
    known.payloadHash === hash &&
    known.aggregate === aggregate;
  return same
    ? ({ result: 'repeated', event: { type: 'approval-repeated', action, key } } as const)
    : refused(action, key, 'changed-content');
}

function refused(action: string, key: string, why: 'changed-content' | 'invalid') {
  return { result: 'refused', event: { type: 'approval-refused', action, key, why } } as const;
}
