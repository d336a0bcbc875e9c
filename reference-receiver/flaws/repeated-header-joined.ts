import { decodeHeader } from '../create/key.js';
import type { Flaw } from './flaw.js';

/** Takes a key header that was sent twice, joined by a comma, for one new key. */
export const repeatedHeaderJoined: Flaw = {
  name: 'repeated-header-joined',
  requirement: 'key/repeated-header',
  summary: 'Takes a key header that was sent twice, joined by a comma, for one new key.',
  apply: (parts) => ({
    ...parts,
    keyOf: (header) => {
      const joined = header?.includes(',') === true ? decodeHeader(header) : undefined;
      return joined === undefined ? parts.keyOf(header) : { key: joined };
    },
  }),
};
