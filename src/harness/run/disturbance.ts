import type { Mishap, PausePoint, Step } from '../model/step.js';

/** A worker stands still at a point while these steps happen. */
export interface Pause {
  readonly at: PausePoint;
  readonly steps: readonly Step[];
}

/** How one attempt is disturbed. */
export interface Disturbance extends Mishap {
  readonly pause?: Pause;
  /** Called when the worker has taken a row. */
  readonly onClaim?: () => void;
}
