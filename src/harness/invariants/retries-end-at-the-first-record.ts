import type { Invariant } from '../model/invariant.js';
import { retriesResolved } from './retries-resolved.js';

/**
 * Told again until its answers are clear, an action resolves to the record that the first request made. While that
 * request may still be under way, an answer that says nothing is unkind (`concurrency/losers-told-clearly`), and leaves
 * nobody stuck.
 */
export const retriesEndAtTheFirstRecord: Invariant = {
  id: 'retries-end-at-the-first-record',
  about: 'answer',
  promise: 'Told again as its answers ask, an action resolves to the record that the first request made.',
  check: (history) => retriesResolved(history, ['in-flight', 'throttled', 'accepted', 'unknown']),
};
