import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection is refused: the receiver never sees the request. */
export const connectionRefused: Fault = {
  name: 'connection-refused',
  story: 'The connection is refused: the receiver never sees the request.',
  needs: ['wire:refuse'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'refuse' }] }),
};
