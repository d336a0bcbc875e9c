import type { Flaw } from './flaw.js';

/** Keeps what it accepted in a queue in memory, so that a job that is pending when the process ends is never done. */
export const acceptedJobsForgotten: Flaw = {
  name: 'accepted-jobs-forgotten',
  requirement: 'durability/replay-after-kill',
  summary:
    'Keeps what it accepted in a queue in memory, so that a job that is pending when the process ends is never done.',
  needs: 'jobs',
  apply: (parts) => {
    const forgotten = new Set(parts.store.jobs.pending().map(({ id }) => id));
    return {
      ...parts,
      doJob: (whole, job) => {
        if (!forgotten.has(job.id)) parts.doJob(whole, job);
      },
    };
  },
};
