import type { SenderPolicy } from '../model/sender-policy.js';
import type { Breach } from './constraints/constraint.js';
import type { SenderParts } from './parts.js';
import { payloadHash } from './payload-hash.js';
import type { Intent } from './sender-options.js';
import { sameContent } from './store/decide-approvals.js';
import { fitsLedger } from './store/fits-ledger.js';
import type { ApprovalWritten, NewApproval } from './store/sender-store.js';

/** What became of an approval; `left-out` was not written for the sake of another of its batch that was refused. */
export type ApprovalResult = 'recorded' | 'renewed' | 'repeated' | 'refused' | 'left-out';

/** What became of an approval, and all that stands against it where it was refused. */
export interface Approved {
  readonly result: ApprovalResult;
  readonly breaches: readonly Breach[];
}

/** How approvals are made; `betweenWrites` may throw there, as a process that is killed: what it throws comes out. */
interface Approving {
  readonly betweenWrites?: () => void;
  /** Only tells what would come of it: nothing is written. */
  readonly isPreview?: boolean;
}

/**
 * Writes approvals and their outbox rows, all or none; the same intent again changes nothing. One that is no request, or
 * that was approved with other content, keeps no other from being written; one that a rule refuses does.
 */
export async function approve(
  { options, store, rules }: SenderParts,
  intents: readonly Intent[],
  { betweenWrites = () => undefined, isPreview = false }: Approving = {},
): Promise<readonly Approved[]> {
  const { policy } = options;
  const approvals = intents.map((intent) => (isInvalid(intent, policy) ? null : approvalOf(intent)));
  const valid = approvals.filter((approval) => approval !== null);
  const how = { writes: rules.approvalWrites, betweenWrites, isPreview };
  const written = valid.length === 0 ? [] : await store.approve(valid, how);
  const came = new Map(written.map((each, index) => [valid[index], each]));
  return intents.map(({ name, key }, index) => {
    const approval = approvals[index] ?? undefined;
    const each = came.get(approval);
    const invalid = approval === undefined || each === undefined;
    const { event, ...approved } = invalid
      ? refused(name, key, 'invalid', [notFit])
      : readWritten(approval, each);
    if (!isPreview) options.record(event);
    return approved;
  });
}

/** Control characters cannot travel in a header, and half a surrogate pair cannot be kept as it is. */
const unfitForKey = /[\p{Cc}\p{Cs}]/u;

function isInvalid(intent: Intent, policy: SenderPolicy): boolean {
  const { name, key, marker, aggregate = null, request, expiresInMs } = intent;
  const { data = null, requestedBy = null, approvedBy = null } = intent;
  const { body } = request;
  return (
    name === '' ||
    !fitsLedger(`${name}${marker}${aggregate}${data?.object}${data?.version}`) ||
    !fitsLedger(`${requestedBy}${approvedBy}`) ||
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
  const { data = null, requestedBy = null, approvedBy = null, judged = nothingAsked } = intent;
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
    data,
    requestedBy,
    approvedBy,
    ...judged,
  };
}

const nothingAsked = { constraints: [], breaches: [] };

/** The bytes that are stored once; members in one order, so that the same intent is the same text. */
function requestText({ request: { method, path, headers, body } }: Intent): string {
  return JSON.stringify({ method, path, headers, body });
}

const notFit: Breach = {
  rule: 'a request that can be sent',
  why: 'its name, key, payload or time does not fit',
  standing: null,
};

function readWritten(approval: NewApproval, written: ApprovalWritten) {
  const { action, key, payloadHash: hash } = approval;
  switch (written.kind) {
    case 'recorded':
    case 'renewed': {
      const { kind: result, expiresAt } = written;
      const event = { type: 'approval-recorded', action, key, payloadHash: hash, expiresAt } as const;
      return { result, breaches: [], event };
    }
    case 'refused':
      return refused(action, key, 'constraint', written.breaches);
    case 'left-out':
      return { ...refused(action, key, 'constraint', []), result: 'left-out' } as const;
    case 'known': {
      const { approval: known } = written;
      if (!sameContent(approval, known)) {
        const standing = known.action;
        return refused(action, key, 'changed-content', [{ rule: 'one content', why: changed, standing }]);
      }
      const event = { type: 'approval-repeated', action, key } as const;
      return { result: 'repeated', breaches: [], event } as const;
    }
  }
}

const changed = 'its name or key was approved with another content';

function refused(
  action: string,
  key: string,
  why: 'changed-content' | 'invalid' | 'constraint',
  breaches: readonly Breach[],
) {
  return { result: 'refused', breaches, event: { type: 'approval-refused', action, key, why } } as const;
}
