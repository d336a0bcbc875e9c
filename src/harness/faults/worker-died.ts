import type { Fault } from '../model/scenario.js';
import type { CrashPoint } from '../model/step.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The worker's process dies at a named point of its first attempt, and another starts on the same outbox. */
export function workerDied(at: CrashPoint): Fault {
  return {
    name: `worker-died-${at}`,
    story: `The worker dies at the point "${at}" of its first attempt; another starts on the same outbox.`,
    needs: [],
    apply: (steps) => disturbFirstDelivery(steps, { crashAt: at }),
  };
}
