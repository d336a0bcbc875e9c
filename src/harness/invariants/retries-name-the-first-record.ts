import type { Invariant } from '../model/invariant.js';
import { retriesResolved } from './retries-resolved.js';

/** A retry, or the look-up in its place, teaches the id of the record that the first request made. */
export const retriesNameTheFirstRecord: Invariant = {
  id: 'retries-name-the-first-record',
  about: 'answer',
  promise: 'Every retry resolves to the record that the first request made.',
  check: (history) => retriesResolved(history, ['in-flight', 'throttled', 'accepted']),
};
