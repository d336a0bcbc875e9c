import type { Flaw } from './flaw.js';
import { storedOtherwise } from './stored-otherwise.js';

/** Cuts titles at 80 characters, as a short column in a lenient database does. */
export const titleCut: Flaw = {
  name: 'title-cut',
  requirement: 'acceptance/keeps-payload',
  summary: 'Cuts titles at 80 characters, as a short column in a lenient database does.',
  apply: (parts) =>
    storedOtherwise(parts, (payload) =>
      typeof payload['title'] === 'string'
        ? { ...payload, title: Array.from(payload['title']).slice(0, 80).join('') }
        : payload,
    ),
};
