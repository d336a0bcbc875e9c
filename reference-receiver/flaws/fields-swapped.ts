import type { Flaw } from './flaw.js';
import { storedOtherwise } from './stored-otherwise.js';

/** Stores the title as the description and the description as the title. */
export const fieldsSwapped: Flaw = {
  name: 'fields-swapped',
  requirement: 'acceptance/keeps-payload',
  summary: 'Stores the title as the description and the description as the title.',
  apply: (parts) =>
    storedOtherwise(parts, (payload) => {
      const { title, description } = payload;
      return title === undefined || description === undefined
        ? payload
        : { ...payload, title: description, description: title };
    }),
};
