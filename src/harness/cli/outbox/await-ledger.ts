import { isPassingTrouble } from '../../sender/store/postgres/passing-trouble.js';
import { isAway } from '../../sender/store/is-away.js';
import type { Kit } from '../kit.js';
import { openLedger, type Ledger } from './open-ledger.js';

const longestWaitMs = 60_000;
const pauseMs = 1_000;

/**
 * Opens a ledger for a worker, which may be started before its database is: it is waited for, and that is said. Throws
 * `OUTBOX_UNREACHABLE` after a minute, when the worker is told to end, and at once for what no waiting mends, such as a
 * wrong password.
 */
export async function awaitLedger(kit: Kit, named: string, attempts: number): Promise<Ledger> {
  const { clock, signal } = kit;
  const begun = clock.now();
  let isTold = false;
  for (;;) {
    try {
      return await openLedger(kit, named, attempts);
    } catch (error) {
      const comesBack = isAway(error) && isPassingTrouble(error.cause);
      if (!comesBack || signal.aborted || clock.now() - begun >= longestWaitMs) throw error;
      if (!isTold) kit.err(`twiceshy: ${error.happened} Waiting for it.\n`);
      isTold = true;
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }
}
