import type { Scenario, Setting, Try } from './scenario.js';
import type { Sequence } from './sequence.js';

/** How sequences are played, and what they are held to. */
export interface Playbook {
  /** The promise in words, and the invariants that hold in every sequence. */
  readonly requirement: Scenario;
  /** Lays a sequence out as a try of that name; without steps where the target offers none of its moves. */
  play(sequence: Sequence, setting: Setting, name: string): Try;
}
