import { digestOf } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';

/** Compares headers too, so that a retry with another User-Agent or trace id is refused as other content. */
export const fingerprintOverHeaders: Flaw = {
  name: 'fingerprint-over-headers',
  requirement: 'replay/volatile-headers',
  summary:
    'Compares headers too, so that a retry with another User-Agent or trace id is refused as other content.',
  apply: (parts) => ({
    ...parts,
    fingerprintOf: (payload, request) => {
      const told = headers.map((name) => request.headers.get(name));
      return digestOf(JSON.stringify([parts.fingerprintOf(payload, request), told]));
    },
  }),
};

const headers = ['accept', 'date', 'traceparent', 'user-agent'];
