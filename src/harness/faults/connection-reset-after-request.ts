import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection is reset as soon as the last byte of the request has gone out. */
export const connectionResetAfterRequest: Fault = {
  name: 'connection-reset-after-request',
  story: 'The connection is reset as soon as the last byte of the request has gone out.',
  needs: ['wire:reset-after-request'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'reset-after-request' }] }),
};
