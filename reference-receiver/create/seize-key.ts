import type { CreateCall, Parts } from '../parts.js';
import type { KeyClaim } from '../store/keys.js';

/** Takes the key of a create, whoever has it: what a store without a unique constraint lets happen. */
export function seizeKey(parts: Parts, { scope, identity, fingerprint }: CreateCall): KeyClaim {
  const now = parts.clock.now();
  return parts.store.keys.seize({
    ...scope,
    key: identity,
    fingerprint,
    now,
    leaseUntil: now + parts.leaseMs,
  });
}
