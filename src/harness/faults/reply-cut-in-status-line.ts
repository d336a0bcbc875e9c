import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The connection breaks within the first line of the answer. */
export const replyCutInStatusLine: Fault = {
  name: 'reply-cut-in-status-line',
  story: 'The connection breaks within the first line of the answer.',
  needs: ['wire:cut-status-line'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'cut-status-line' }] }),
};
