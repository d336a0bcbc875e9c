import { newRecord } from '../create/guard.js';
import type { Flaw } from './flaw.js';
import { keepAnswer } from './keep-answer.js';

/** Makes the record, answers, and stores the key 20 ms after the answer is out. */
export const stored20msAfterFlush: Flaw = {
  name: 'stored-20ms-after-flush',
  requirement: 'concurrency/at-reply-edge',
  summary: 'Makes the record, answers, and stores the key 20 ms after the answer is out.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const known = whole.store.keys.find(call.scope, call.identity) !== undefined;
      if (known || whole.mishaps.awaited() || call.departure === undefined) return parts.guard(whole, call);
      const record = newRecord(whole, call);
      whole.insertRecord(whole, record);
      const answer = whole.createdAnswer(call.operation, record);
      void call.departure.sent.then(() =>
        whole.clock.at(pauseMs, () => {
          keepAnswer(whole, call, record, answer);
        }),
      );
      return answer;
    },
  }),
};

const pauseMs = 20;
