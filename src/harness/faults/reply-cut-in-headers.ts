import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection breaks within the header lines of the answer. */
export const replyCutInHeaders: Fault = {
  name: 'reply-cut-in-headers',
  story: 'The connection breaks within the header lines of the answer.',
  needs: ['wire:cut-headers'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'cut-headers' }] }),
};
