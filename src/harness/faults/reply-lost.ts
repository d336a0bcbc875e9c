import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The receiver answers, and the connection breaks before the sender sees the answer. */
export const replyLost: Fault = {
  name: 'reply-lost',
  story: 'The receiver answers, and the connection breaks before the sender sees the answer.',
  needs: ['wire:lose-reply'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'lose-reply' }] }),
};
