import type { Answer } from '../http/answer.js';
import type { Flaw } from './flaw.js';

/** Keeps the refusal of a bad credential under the key, and tells it to the good credential too. */
export const refusalBurnsKey: Flaw = {
  name: 'refusal-burns-key',
  requirement: 'scope/refused-first-burns-nothing',
  summary: 'Keeps the refusal of a bad credential under the key, and tells it to the good credential too.',
  apply: (parts) => {
    const burnt = new Map<string, Answer>();
    return {
      ...parts,
      unauthorised: (whole, asking) => {
        const answer = parts.unauthorised(whole, asking);
        const reading = whole.keyOf(asking.request.headers.get('idempotency-key'));
        if ('key' in reading) burnt.set(nameOf(asking.request, whole.identityOf(reading.key)), answer);
        return answer;
      },
      guard: async (whole, call) => {
        const isFirst = whole.store.keys.find(call.scope, call.identity) === undefined;
        const kept = burnt.get(nameOf(call.request, call.identity));
        return isFirst && kept !== undefined ? kept : parts.guard(whole, call);
      },
    };
  },
};

function nameOf({ method, url }: Request, key: string): string {
  return JSON.stringify([method, new URL(url).pathname, key]);
}
