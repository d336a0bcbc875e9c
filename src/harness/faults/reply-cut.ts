import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection breaks within the body of the answer. */
export const replyCut: Fault = {
  name: 'reply-cut',
  story: 'The connection breaks within the body of the answer.',
  needs: ['wire:cut-body'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'cut-body' }] }),
};
