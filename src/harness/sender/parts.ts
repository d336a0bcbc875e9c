import type { SenderRules } from './rules.js';
import type { SenderOptions } from './sender-options.js';
import type { SenderStore } from './store/sender-store.js';

/** What the sender's functions work with: what came in from outside, the decisions, and the tables. */
export interface SenderParts {
  readonly options: SenderOptions;
  readonly rules: SenderRules;
  readonly store: SenderStore;
}
