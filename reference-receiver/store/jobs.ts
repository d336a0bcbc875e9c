import type { Preparing } from './opening.js';
import type { KeyClaim } from './keys.js';

/** A create that was accepted, to be done later under the claim that it was accepted with. */
export interface NewJob {
  readonly owner: KeyClaim;
  readonly tenant: string;
  /** Epoch milliseconds; from then on it may be done. */
  readonly dueAt: number;
  /** What is to be done, as JSON. */
  readonly work: string;
}

/** What became of a job: `failed` made nothing and never will. */
export interface JobEnd {
  readonly state: 'done' | 'failed';
  readonly recordId: string | null;
}

/** A job as it is kept. */
export interface JobRow extends NewJob {
  readonly id: number;
  readonly state: 'pending' | JobEnd['state'];
  readonly recordId: string | null;
}

/** The jobs that were accepted; `add` and `end` want a transaction around them, with the claim or the record in it. */
export interface JobTable {
  /** The id of the new job. */
  add(job: NewJob): number;
  find(id: number): JobRow | undefined;
  /** The job that was accepted with a claim. */
  ofClaim(owner: KeyClaim): JobRow | undefined;
  /** Every job that is still to be done, the earliest first. */
  pending(): readonly JobRow[];
  /** Says what became of a pending job; false where that was said before. */
  end(id: number, end: JobEnd): boolean;
  /** Removes up to `limit` jobs that ended and were due by `dueAt`. */
  sweep(dueAt: number, limit: number): void;
}

interface Columns extends Omit<JobRow, 'owner'> {
  readonly sequence: number;
  readonly fence: number;
}

/** Prepares the statements of the job table. */
export function openJobs(database: Preparing): JobTable {
  const select = `SELECT id, key_sequence AS sequence, fence, tenant, due_at AS dueAt, work, state, record_id AS recordId
    FROM jobs`;
  const add = database.prepare<[Omit<NewJob, 'owner'> & KeyClaim]>(
    `INSERT INTO jobs (key_sequence, fence, tenant, due_at, work, state)
     VALUES (@sequence, @fence, @tenant, @dueAt, @work, 'pending')`,
  );
  const find = database.prepare<[number], Columns>(`${select} WHERE id = ?`);
  // A fence is never given twice, so it names one claim for ever.
  const ofClaim = database.prepare<[number], Columns>(`${select} WHERE fence = ?`);
  const pending = database.prepare<[], Columns>(`${select} WHERE state = 'pending' ORDER BY due_at, id`);
  const end = database.prepare<[JobEnd & { id: number }]>(
    `UPDATE jobs SET state = @state, record_id = @recordId WHERE id = @id AND state = 'pending'`,
  );
  const sweep = database.prepare<[number, number]>(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE state <> 'pending' AND due_at <= ? ORDER BY due_at LIMIT ?)`,
  );
  return {
    add: ({ owner, tenant, dueAt, work }) => {
      const { sequence, fence } = owner;
      return Number(add.run({ sequence, fence, tenant, dueAt, work }).lastInsertRowid);
    },
    find: (id) => rowOf(find.get(id)),
    ofClaim: ({ fence }) => rowOf(ofClaim.get(fence)),
    pending: () => pending.all().flatMap((each) => rowOf(each) ?? []),
    end: (id, { state, recordId }) => end.run({ id, state, recordId }).changes === 1,
    sweep: (dueAt, limit) => {
      sweep.run(dueAt, limit);
    },
  };
}

function rowOf(columns: Columns | undefined): JobRow | undefined {
  if (columns === undefined) return undefined;
  const { sequence, fence, ...row } = columns;
  return { ...row, owner: { sequence, fence } };
}
