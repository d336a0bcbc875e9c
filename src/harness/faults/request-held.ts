import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The network holds the request, and delivers it after the next one. */
export const requestHeld: Fault = {
  name: 'request-held',
  story: 'The network holds the request, and delivers it after the next one.',
  needs: ['wire:hold-request'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'hold-request', later: 1 }] }),
};
