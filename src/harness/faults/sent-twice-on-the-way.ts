import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** A middlebox sends the request twice by itself. */
export const sentTwiceOnTheWay: Fault = {
  name: 'sent-twice-on-the-way',
  story: 'A middlebox sends the request twice by itself.',
  needs: ['wire:double'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'double' }] }),
};
