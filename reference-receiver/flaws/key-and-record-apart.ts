import { newRecord } from '../create/guard.js';
import { answerColumns } from '../create/stored-answer.js';
import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import type { KeyRow } from '../store/keys.js';
import type { NewRecord } from '../store/records.js';
import type { Flaw } from './flaw.js';
import { keepAnswer } from './keep-answer.js';
import { nameOfKey } from './name-of-key.js';

/** Writes the record in one transaction and its key, kept in memory until then, in another a second later. */
export const keyAndRecordApart: Flaw = {
  name: 'key-and-record-apart',
  requirement: 'durability/replay-after-kill',
  summary:
    'Writes the record in one transaction and its key, kept in memory until then, in another a second later.',
  needs: 'process',
  apply: (parts) => {
    const unwritten = new Map<string, { readonly row: KeyRow; write(): void }>();
    const write = (name: string) => {
      unwritten.get(name)?.write();
      unwritten.delete(name);
    };
    return {
      ...parts,
      guard: async (whole, call) => {
        const name = nameOfKey(call);
        const row = unwritten.get(name)?.row;
        if (row?.fingerprint === call.fingerprint) return whole.replayed(whole, call, row);
        if (row !== undefined) return whole.mismatched(whole, call, row);
        const known = whole.store.keys.find(call.scope, call.identity) !== undefined;
        if (known || whole.mishaps.awaited()) return parts.guard(whole, call);
        const record = newRecord(whole, call);
        whole.insertRecord(whole, record);
        const answer = whole.createdAnswer(call.operation, record);
        unwritten.set(name, {
          row: rowOf(whole, call, record, answer),
          write: () => {
            keepAnswer(whole, call, record, answer);
          },
        });
        whole.clock.at(gapMs, () => {
          write(name);
        });
        return answer;
      },
      store: {
        ...parts.store,
        close: () => {
          for (const name of unwritten.keys()) write(name);
          parts.store.close();
        },
      },
    };
  },
};

const gapMs = 1000;

function rowOf(parts: Parts, call: CreateCall, record: NewRecord, answer: Answer): KeyRow {
  return {
    sequence: 0,
    fence: 0,
    key: call.identity,
    state: 'done',
    fingerprint: call.fingerprint,
    leaseUntil: 0,
    ...answerColumns(answer, { recordId: record.id, expiresAt: record.createdAt + parts.retentionMs }),
  };
}
