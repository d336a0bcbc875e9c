import type { Parts } from '../parts.js';

/** A deliberate defect: a mistake that real teams make, and the requirement it breaks. */
export interface Flaw {
  readonly name: string;
  /** The id of the requirement that must catch it. */
  readonly requirement: string;
  /** What the receiver does wrong, in one sentence. */
  readonly summary: string;
  /**
   * What it takes for the flaw to show: real sockets, a process that can die, or a dialect whose creates are jobs. Without
   * it, it shows in process.
   */
  readonly needs?: 'sockets' | 'process' | 'jobs';
  /** Replaces a few of the sound decisions; what it remembers belongs to one receiver. */
  readonly apply: (parts: Parts) => Parts;
}
