import type { MovableClock } from '../clock.js';
import type { Mishaps } from '../http/mishaps.js';
import type { Caller } from '../parts.js';
import type { CommandStore, ErpStore } from './store/command-store.js';

/** What the routes of the command API work with. */
export interface CommandParts {
  readonly commands: CommandStore;
  readonly erp: ErpStore;
  readonly clock: MovableClock;
  readonly mishaps: Mishaps;
  /** How long a receipt is kept, in milliseconds; an order keeps its intent for ever. */
  readonly retentionMs: number;
  /** Makes an id that nothing else has. */
  readonly newId: (prefix: string) => string;
  /** Who a request comes from; undefined without a valid credential. */
  readonly callerOf: (request: Request) => Caller | undefined;
  /** Whether a request comes from a relay that may deliver to the ERP. */
  readonly isRelay: (request: Request) => boolean;
  /** Whose operator a request comes from; undefined where it comes from none. */
  readonly operatorOf: (request: Request) => Caller | undefined;
  /** Tells the relay of this process that there is something to deliver. */
  readonly wakeRelay: () => void;
}
