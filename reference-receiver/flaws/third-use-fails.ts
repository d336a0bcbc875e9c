import { refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Answers the second use of a key well and fails from the third on. */
export const thirdUseFails: Flaw = {
  name: 'third-use-fails',
  requirement: 'replay/many-uses',
  summary: 'Answers the second use of a key well and fails from the third on.',
  apply: (parts) => {
    const replays = new Map<number, number>();
    return {
      ...parts,
      replayed: (whole, call, row) => {
        const before = replays.get(row.fence) ?? 0;
        replays.set(row.fence, before + 1);
        return before === 0
          ? parts.replayed(whole, call, row)
          : whole.refused(refusal('failed', 'The stored answer could not be read.'));
      },
    };
  },
};
