import { isAway } from '../../sender/store/is-away.js';
import type { Kit } from '../kit.js';
import { openLedger, type Ledger } from './open-ledger.js';

const longestWaitMs = 60_000;
const pauseMs = 1_000;

/**
 * Opens a ledger for a worker, which may be started before its database is: it is waited for, for a minute, and that is
 * said. Throws `OUTBOX_UNREACHABLE` after that, or when the worker is told to end.
 */
export async function awaitLedger(kit: Kit, named: string, attempts: number): Promise<Ledger> {
  const { clock, signal } = kit;
  const begun = clock.now();
  let isTold = false;
  for (;;) {
    try {
      return await openLedger(kit, named, attempts);
    } catch (error) {
      if (!isAway(error) || signal.aborted || clock.now() - begun >= longestWaitMs) throw error;
      if (!isTold) kit.err(`twiceshy: ${error.happened} Waiting for it.\n`);
      isTold = true;
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }
}
