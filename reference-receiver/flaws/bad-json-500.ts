import { refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Fails with 500 on a body that is no JSON. */
export const badJson500: Flaw = {
  name: 'bad-json-500',
  requirement: 'acceptance/invalid-refused-cleanly',
  summary: 'Fails with 500 on a body that is no JSON.',
  apply: (parts) => ({
    ...parts,
    refused: (reason) =>
      parts.refused(reason.type === 'bad-json' ? refusal('failed', 'Unexpected token in JSON.') : reason),
  }),
};
