import type { Flaw } from './flaw.js';

/** Makes a new id for every replay, which no record has. */
export const replayNamesOtherId: Flaw = {
  name: 'replay-names-other-id',
  requirement: 'replay/faithful-answer',
  summary: 'Makes a new id for every replay, which no record has.',
  apply: (parts) => ({
    ...parts,
    replayed: (whole, call, row) => {
      const answer = parts.replayed(whole, call, row);
      const id = whole.newId(whole, call.operation);
      const body = JSON.stringify({ ...(JSON.parse(answer.body ?? '{}') as object), id });
      return { ...answer, body, headers: { ...answer.headers, location: `${call.operation.route}/${id}` } };
    },
  }),
};
