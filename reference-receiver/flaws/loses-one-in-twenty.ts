import type { Flaw } from './flaw.js';

/** Acknowledges every create and does not save each twentieth. */
export const losesOneInTwenty: Flaw = {
  name: 'loses-one-in-twenty',
  requirement: 'acceptance/acknowledged-is-real',
  summary: 'Acknowledges every create and does not save each twentieth.',
  apply: (parts) => {
    let created = 0;
    return {
      ...parts,
      insertRecord: (whole, record) => {
        created += 1;
        if (created % 20 !== 0) parts.insertRecord(whole, record);
      },
    };
  },
};
