import type { Flaw } from './flaw.js';

/** Answers with the id of a draft that nothing can be fetched by, and saves under another. */
export const idNotFetchable: Flaw = {
  name: 'id-not-fetchable',
  requirement: 'acceptance/creates-and-names-record',
  summary: 'Answers with the id of a draft that nothing can be fetched by, and saves under another.',
  apply: (parts) => ({
    ...parts,
    createdAnswer: (operation, record) =>
      parts.createdAnswer(operation, { ...record, id: `${operation.idPrefix}draft_${record.createdAt}` }),
  }),
};
