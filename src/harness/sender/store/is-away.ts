import { KitError } from '../../model/kit-error.js';

/** The ledger was not there, and was waited for: nothing that was asked of it is to blame. */
export function isAway(error: unknown): error is KitError {
  return error instanceof KitError && error.code === 'OUTBOX_UNREACHABLE';
}
