import type { SenderRules } from './rules.js';

/** A deliberate defect of the reference sender, with which the scenario for one requirement is itself put to the test. */
export interface SenderFlaw {
  /** The file's name. */
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly requirement: string;
  /** One sentence: what the sender does wrong. */
  readonly summary: string;
  apply(rules: SenderRules): SenderRules;
}
