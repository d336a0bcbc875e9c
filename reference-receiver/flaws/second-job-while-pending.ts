import type { Flaw } from './flaw.js';

/** Looks for a key only among what is done, so that a create told again while its job is pending starts a second job. */
export const secondJobWhilePending: Flaw = {
  name: 'second-job-while-pending',
  requirement: 'lost-reply/resent-on-the-way',
  summary:
    'Looks for a key only among what is done, so that a create told again while its job is pending starts a second job.',
  needs: 'jobs',
  apply: (parts) => {
    let more = 0;
    return {
      ...parts,
      guard: (whole, call) => {
        const row = whole.store.keys.find(call.scope, call.identity);
        const job = row === undefined ? undefined : whole.store.jobs.ofClaim(row);
        if (job?.state !== 'pending') return parts.guard(whole, call);
        more += 1;
        return parts.guard(whole, { ...call, identity: `${call.identity} ${job.id}.${more}` });
      },
    };
  },
};
