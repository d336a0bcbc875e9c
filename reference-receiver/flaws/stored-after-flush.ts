import { newRecord } from '../create/guard.js';
import type { CreateCall, Departure, Parts } from '../parts.js';
import type { Flaw } from './flaw.js';
import { keepAnswer } from './keep-answer.js';

/** Makes the record, stores its key once the answer is out, and not at all when the connection breaks with it. */
export const storedAfterFlush: Flaw = {
  name: 'stored-after-flush',
  requirement: 'lost-reply/cut-reply',
  summary:
    'Makes the record, stores its key once the answer is out, and not at all when the connection breaks with it.',
  needs: 'sockets',
  apply: (parts) => {
    const unsaved = new Set<Unsaved>();
    return {
      ...parts,
      guard: async (whole, call) => {
        // Whoever asks next finds the key: what is lost is lost with its connection alone.
        for (const each of unsaved) settle(unsaved, each);
        const known = whole.store.keys.find(call.scope, call.identity) !== undefined;
        if (known || whole.mishaps.awaited() || call.departure === undefined) return parts.guard(whole, call);
        return answerFirst(whole, call, call.departure, unsaved);
      },
    };
  },
};

const lingerMs = 200;

interface Unsaved {
  readonly departure: Departure;
  save(): void;
}

function answerFirst(parts: Parts, call: CreateCall, departure: Departure, unsaved: Set<Unsaved>) {
  const record = newRecord(parts, call);
  const answer = parts.createdAnswer(call.operation, record);
  parts.insertRecord(parts, record);
  const each = {
    departure,
    save: () => {
      keepAnswer(parts, call, record, answer);
    },
  };
  unsaved.add(each);
  void departure.sent.then(() =>
    parts.clock.at(lingerMs, () => {
      settle(unsaved, each);
    }),
  );
  return answer;
}

function settle(unsaved: Set<Unsaved>, each: Unsaved): void {
  if (unsaved.delete(each) && !each.departure.gone.aborted) each.save();
}
