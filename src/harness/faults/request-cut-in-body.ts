import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection breaks within the body of the request. */
export const requestCutInBody: Fault = {
  name: 'request-cut-in-body',
  story: 'The connection breaks within the body of the request.',
  needs: ['wire:reset-in-body'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'reset-in-body' }] }),
};
