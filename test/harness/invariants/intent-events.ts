import type { Contract, Intent } from '../../../src/harness/model/contract.js';
import { declared } from '../../support/history-builder.js';

/** A contract with an intent, of which other content is answered as said. */
export function intending(differs: Intent['differs']): Partial<Contract> {
  return { intent: { field: '/intent', carried: false, repeat: 'same_record', differs } };
}

/** A contract with an intent, of which other content is refused. */
export const contract = intending('reject');

/** Three actions under keys of their own: two of one intent, with one marker and other titles, and one of another. */
export const orders = [
  declared('order', { marker: 'tw-order', payload: { title: 'first', intent: 'i-1' } }),
  declared('again', { marker: 'tw-order', payload: { title: 'other', intent: 'i-1' } }),
  declared('stranger', { marker: 'tw-order', payload: { title: 'first', intent: 'i-2' } }),
] as const;
