import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection breaks within the header lines of the request. */
export const requestCutInHeaders: Fault = {
  name: 'request-cut-in-headers',
  story: 'The connection breaks within the header lines of the request.',
  needs: ['wire:reset-in-headers'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'reset-in-headers' }] }),
};
