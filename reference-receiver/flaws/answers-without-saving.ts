import type { Flaw } from './flaw.js';

/** Answers 201 with an id, keeps the key, and never saves the record. */
export const answersWithoutSaving: Flaw = {
  name: 'answers-without-saving',
  requirement: 'acceptance/creates-and-names-record',
  summary: 'Answers 201 with an id, keeps the key, and never saves the record.',
  apply: (parts) => ({ ...parts, insertRecord: () => undefined }),
};
