import type { Mishap, PausePoint, Step } from '../model/step.js';

/** How one attempt is disturbed. */
export interface Disturbance extends Mishap {
  readonly pause?: { readonly at: PausePoint; readonly steps: readonly Step[] };
  /** Called when the worker has taken a row. */
  readonly onClaim?: () => void;
}
