import type { Fault } from '../model/scenario.js';
import { disturbFirstDelivery } from './first-delivery.js';

/** The receiver answers, and the answer comes only after the sender's time limit. */
export const replyHeld: Fault = {
  name: 'reply-held',
  story: 'The receiver answers, but the answer comes only after the time limit of the sender.',
  needs: ['wire:hold-reply'],
  apply: (steps) => disturbFirstDelivery(steps, { effects: [{ kind: 'hold-reply' }] }),
};
