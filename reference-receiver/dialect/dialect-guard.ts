import { keepingFailures } from '../create/keep-failure.js';
import { refusal } from '../http/refusal.js';
import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import type { KeyRow } from '../store/keys.js';
import type { Dialect } from './dialect.js';

type Guard = Parts['guard'];

const lookEveryMs = 10;

/**
 * Guards a create as the dialect's contract claims: the sound guard, with what differs around it. `unused` makes a key
 * that nobody else will ever have, for a create that is to run without protection.
 */
export function dialectGuard({ conduct }: Dialect, sound: Guard, unused: (parts: Parts) => string): Guard {
  const unprotected = (parts: Parts, call: CreateCall): Promise<Answer> =>
    sound(parts, { ...call, identity: unused(parts) });
  return async (parts, call) => {
    // Only where a missing key is let pass does a create without one come this far.
    if (conduct.mode === 'unguarded' || call.key === '') return unprotected(parts, call);
    if (conduct.afterExpiry === 'refuse' && isExpired(parts, rowOf(parts, call))) {
      return parts.refused(refusal('key-expired', 'This key has expired; use a new one.'));
    }
    // Between the last look and the claim nobody else may come: no turn is given away there.
    while (conduct.inFlight === 'wait' && isWorking(parts, rowOf(parts, call)) && !hasJob(parts, call)) {
      await parts.clock.sleep(lookEveryMs);
    }
    if (conduct.inFlight === 'run' && isWorking(parts, rowOf(parts, call))) return unprotected(parts, call);
    return conduct.failures === 'release' ? sound(parts, call) : keepingFailures(sound, parts, call);
  };
}

function rowOf({ store }: Parts, { scope, identity }: CreateCall): KeyRow | undefined {
  return store.keys.find(scope, identity);
}

/** Whoever has a job waits for it outside, by asking after it. */
function hasJob(parts: Parts, call: CreateCall): boolean {
  const row = rowOf(parts, call);
  return row !== undefined && parts.store.jobs.ofClaim(row) !== undefined;
}

function isExpired({ clock }: Parts, row: KeyRow | undefined): boolean {
  return row?.state === 'done' && (row.expiresAt ?? 0) <= clock.now();
}

function isWorking({ clock }: Parts, row: KeyRow | undefined): boolean {
  return row?.state === 'working' && row.leaseUntil > clock.now();
}
