import type { Answer } from '../http/answer.js';
import { Refused } from '../http/refusal.js';
import type { CreateCall, Parts } from '../parts.js';
import type { Flaw } from './flaw.js';

/** Stores a failure of its own as the answer of the key, and tells it again long after it has recovered. */
export const transientFailureStored: Flaw = {
  name: 'transient-failure-stored',
  requirement: 'failure/transient-not-sticky',
  summary:
    'Stores a failure of its own as the answer of the key, and tells it again long after it has recovered.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      try {
        return await parts.guard(whole, call);
      } catch (error) {
        if (error instanceof Refused && error.refusal.type === 'failed') {
          whole.store.atomically(() => keep(whole, call, whole.refused(error.refusal)));
        }
        throw error;
      }
    },
  }),
};

function keep(parts: Parts, { scope, identity, fingerprint }: CreateCall, answer: Answer): void {
  const now = parts.clock.now();
  const leaseUntil = now + parts.leaseMs;
  const claim = parts.store.keys.claim({ ...scope, key: identity, fingerprint, now, leaseUntil });
  if (claim === undefined) return;
  parts.store.keys.finish(claim, {
    status: answer.status,
    contentType: answer.headers['content-type'] ?? '',
    location: null,
    body: answer.body ?? '',
    recordId: null,
    expiresAt: now + parts.retentionMs,
  });
}
