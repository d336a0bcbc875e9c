import type { CreateCall, Parts } from '../parts.js';
import type { KeyClaim } from '../store/keys.js';

/** A lease that no test waits for the end of, in milliseconds. */
export const forEverMs = 100 * 366 * 86_400_000;

/**
 * Claims a key in a transaction of its own, for work that comes later; undefined when it is held or done, or when a
 * mishap is awaited: then the sound guard has the say.
 */
export function claimFor(
  { store, clock, mishaps }: Parts,
  { scope, identity, fingerprint }: CreateCall,
  leaseMs: number,
): KeyClaim | undefined {
  if (mishaps.awaited()) return undefined;
  const now = clock.now();
  const leaseUntil = now + leaseMs;
  return store.atomically(() => store.keys.claim({ ...scope, key: identity, fingerprint, now, leaseUntil }));
}
