import type { Parts } from '../parts.js';
import type { Payload } from '../store/records.js';

/** A receiver that stores another payload than it was sent, and answers as if it had not. */
export function storedOtherwise(parts: Parts, change: (payload: Payload) => Payload): Parts {
  return {
    ...parts,
    insertRecord: (whole, record) =>
      parts.insertRecord(whole, { ...record, payload: change(record.payload) }),
  };
}
