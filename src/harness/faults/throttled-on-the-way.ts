import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** A middlebox answers 429 with Retry-After, in seconds, and the receiver never sees the request. */
export function throttledOnTheWay(retryAfterS: number): Fault {
  return {
    name: 'throttled-on-the-way',
    story: `A middlebox answers 429 with Retry-After: ${retryAfterS}, and the receiver never sees the request.`,
    needs: ['wire:throttle'],
    apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'throttle', retryAfterS }] }),
  };
}
