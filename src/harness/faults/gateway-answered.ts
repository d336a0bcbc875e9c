import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** A gateway answers with a server error in place of the receiver, which did get the request. */
export function gatewayAnswered(status: 502 | 503 | 504): Fault {
  return {
    name: `gateway-answered-${status}`,
    story: `The receiver answers, and a gateway gives the sender ${status} in its place.`,
    needs: ['wire:gateway-answer'],
    apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'gateway-answer', status }] }),
  };
}
