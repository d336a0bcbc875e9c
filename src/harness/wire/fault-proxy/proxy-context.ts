import type { Clock } from '../../model/clock.js';
import type { Armoury } from './armoury.js';
import type { HeldBytes } from './held-bytes.js';
import type { HeldRequests } from './held-requests.js';
import type { Ending, JournalEntry } from './journal-entry.js';
import type { ProxyLimits } from './limits.js';
import type { TargetAddress, TargetLine } from './target-line.js';

/** An exchange that goes on by itself. */
export interface Detached {
  /** Ends it if it has taken too long. */
  look(nowMs: number): void;
  end(ending: Ending): void;
}

/** What all connections of one proxy share. */
export interface ProxyContext {
  readonly target: TargetAddress;
  readonly limits: ProxyLimits;
  readonly clock: Clock;
  readonly armoury: Armoury;
  readonly heldBytes: HeldBytes;
  readonly heldRequests: HeldRequests;
  /** Exchanges whose sender has gone, and whose request is still to arrive. */
  readonly detached: Set<Detached>;
  /** Every connection to the target that is open. */
  readonly lines: Set<TargetLine>;
  /** The number of the exchange that begins. */
  nextOrdinal(): number;
  /** An exchange is over. */
  ended(entry: JournalEntry): void;
  /** A request is held, and will arrive later. */
  held(entry: JournalEntry): void;
  /** The sender has gone, and its request is still held. */
  parted(entry: JournalEntry): void;
  /** A fault of the proxy's own. */
  failed(error: unknown): void;
}
