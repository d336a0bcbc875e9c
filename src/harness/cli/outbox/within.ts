import type { ExitCode } from '../../model/kit-error.js';
import type { Ledger } from './open-ledger.js';

/** Does something with the ledger that is named, and ends with what that came to. */
export type Within = (
  named: { readonly outbox: string },
  act: (ledger: Ledger) => Promise<ExitCode>,
) => Promise<void>;
