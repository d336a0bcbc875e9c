import { jsonAnswer } from '../http/answer.js';
import { operations } from '../records/operations.js';
import type { Flaw } from './flaw.js';

/** Answers a look-up that it refuses with 200 and an empty list. */
export const lookupErrorAsAbsent: Flaw = {
  name: 'lookup-error-as-absent',
  requirement: 'lookup/absent-is-definite',
  summary: 'Answers a look-up that it refuses with 200 and an empty list.',
  apply: (parts) => ({
    ...parts,
    unauthorised: (whole, asking) => {
      const { method, url } = asking.request;
      const isSearch = method === 'GET' && operations.some(({ route }) => route === new URL(url).pathname);
      return isSearch ? jsonAnswer(200, { data: [], next: null }) : parts.unauthorised(whole, asking);
    },
  }),
};
