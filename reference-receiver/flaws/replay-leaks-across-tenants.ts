import type { Answer } from '../http/answer.js';
import type { Flaw } from './flaw.js';

/** Tells answers from a cache by key alone, so that one tenant reads the other’s record. */
export const replayLeaksAcrossTenants: Flaw = {
  name: 'replay-leaks-across-tenants',
  requirement: 'scope/no-leak',
  summary: 'Tells answers from a cache by key alone, so that one tenant reads the other’s record.',
  apply: (parts) => {
    const cache = new Map<string, { readonly answer: Answer; readonly until: number }>();
    return {
      ...parts,
      guard: async (whole, call) => {
        const answer = await parts.guard(whole, call);
        if (answer.status !== 201) return answer;
        const name = JSON.stringify([call.operation.route, call.identity]);
        const cached = cache.get(name);
        const now = whole.clock.now();
        if (cached !== undefined && cached.until > now) {
          return { ...cached.answer, headers: { ...cached.answer.headers, 'idempotent-replayed': 'true' } };
        }
        cache.set(name, { answer, until: now + whole.retentionMs });
        return answer;
      },
    };
  },
};
