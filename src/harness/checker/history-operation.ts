import type { SeenExchange, TryView } from '../model/history-view.js';
import type { Operation } from './operation.js';

/** An operation, and the try and action of the history that it was part of. */
export interface HistoryOperation extends Operation {
  readonly attempt: string;
  readonly action: string | null;
}

/** A create of a history, and the names of its key and of its content. */
export interface KeyedCreate {
  readonly each: TryView;
  readonly exchange: SeenExchange;
  /** Null where no key can be read from the request. */
  readonly key: string | null;
  readonly content: string;
  /**
   * False where nobody can say what its answer means for the key: it carries the key twice, or several, or the contract
   * does not say what becomes of other content than the first.
   */
  readonly isCertain: boolean;
  /** True where the same content was sent under the key in another spelling: a receiver may tell the two apart. */
  readonly isRespelled: boolean;
}
