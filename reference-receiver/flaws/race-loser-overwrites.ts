import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import { noRecord } from '../records/reads.js';
import type { StoredRecord } from '../store/records.js';
import type { Flaw } from './flaw.js';
import { gap } from './gap.js';
import { recordOfKey } from './record-of-key.js';

/** Looks the key up, then writes: of two that race, the later one overwrites the record of the first. */
export const raceLoserOverwrites: Flaw = {
  name: 'race-loser-overwrites',
  requirement: 'conflict/raced',
  summary:
    'Looks the key up, then writes: of two that race, the later one overwrites the record of the first.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const before = whole.store.keys.find(call.scope, call.identity);
      if (before !== undefined || whole.mishaps.awaited()) return parts.guard(whole, call);
      await gap();
      return whole.store.atomically(() => {
        const standing = whole.claim(whole, call);
        return 'mine' in standing
          ? whole.complete(whole, call, standing.mine)
          : overwrite(whole, call, recordOfKey(whole, call, standing.held));
      });
    },
  }),
};

function overwrite(
  parts: Parts,
  { operation, payload }: CreateCall,
  record: StoredRecord | undefined,
): Answer {
  if (record === undefined) return parts.refused(noRecord());
  parts.store.records.write(record, payload);
  return parts.createdAnswer(operation, { ...record, payload });
}
