import { carryOut, newRecord } from '../create/guard.js';
import { workIn } from '../create/job.js';
import type { Flaw } from './flaw.js';

/** Says that a job is done, and names the record, when the job begins, and stores the record ten seconds later. */
export const jobDoneBeforeStored: Flaw = {
  name: 'job-done-before-stored',
  requirement: 'durability/acknowledged-survives-kill',
  summary:
    'Says that a job is done, and names the record, when the job begins, and stores the record ten seconds later.',
  needs: 'jobs',
  apply: (parts) => ({
    ...parts,
    doJob: (whole, job) => {
      const work = workIn(job);
      const { id } = newRecord(whole, work);
      whole.store.jobs.end(job.id, { state: 'done', recordId: id });
      whole.clock.at(lateMs, () => {
        whole.store.atomically(() => carryOut({ ...whole, newId: () => id }, work, job.owner));
      });
    },
  }),
};

const lateMs = 10_000;
