import { acceptAsJob, doDueJobs, workIn } from '../create/job.js';
import type { Answer } from '../http/answer.js';
import type { Caller, Parts } from '../parts.js';
import type { JobRow } from '../store/jobs.js';
import type { KeyRow } from '../store/keys.js';
import { answerOf } from './answer-form.js';
import type { Dialect, DialectJobs } from './dialect.js';
import { firstOperationKind } from './dialect-operation.js';
import { shownRecord, valuesOf } from './dialect-record.js';
import { textIn } from './holes.js';
import { matched } from './request-form.js';
import type { ReadRequest } from './request-form.js';

/** What a dialect decides otherwise whose answers come later; nothing where they come at once. */
export function jobParts(
  { jobs, conduct }: Dialect,
  sound: Parts,
): Partial<Pick<Parts, 'complete' | 'inFlight'>> {
  if (jobs === null) return {};
  return {
    complete: (parts, call, owner) =>
      // Another operation under the same keys answers at once.
      call.operation.kind === firstOperationKind
        ? acceptedAnswer(jobs, acceptAsJob(parts, call, owner, jobs.workMs))
        : sound.complete(parts, call, owner),
    // Whoever asks again while the job is pending is sent to the same job.
    inFlight: (parts, call, row) => {
      const job = parts.store.jobs.ofClaim(row);
      return job === undefined || conduct.inFlight === 'reject'
        ? sound.inFlight(parts, call, row)
        : acceptedAnswer(jobs, job.id);
    },
  };
}

/** What a repeat of a create is told that had a job; undefined where it had none. */
export function replayedJob(
  { answers, conduct, jobs }: Dialect,
  parts: Parts,
  row: KeyRow,
): Answer | undefined {
  const job = jobs === null ? undefined : parts.store.jobs.ofClaim(row);
  if (jobs === null || job === undefined) return undefined;
  const values = { id: row.recordId ?? '', version: '1', job: String(job.id) };
  switch (conduct.replay) {
    case 'exists':
      return answerOf(answers.exists, values);
    case 'anew':
      return answerOf(answers.replayed, values);
    case 'stored':
      return acceptedAnswer(jobs, job.id);
  }
}

/** Answers who asks after a job of its tenant, if the request is that; undefined otherwise. Jobs that are due are done first. */
export function pollInDialect(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  asked: ReadRequest,
): Answer | undefined {
  const { jobs } = dialect;
  const holes = jobs?.request == null ? undefined : matched(jobs.request, asked);
  if (jobs === null || holes === undefined) return undefined;
  const id = textIn(holes, 'id') ?? '';
  if (!/^\d{1,15}$/.test(id)) return undefined;
  doDueJobs(parts);
  const job = parts.store.jobs.find(Number(id));
  return job?.tenant === caller.tenant ? jobAnswer(parts, dialect, jobs, job) : undefined;
}

function jobAnswer(parts: Parts, dialect: Dialect, jobs: DialectJobs, job: JobRow): Answer {
  switch (job.state) {
    case 'pending':
      return answerOf(jobs.pending);
    case 'failed':
      return answerOf(jobs.failed);
    case 'done': {
      const { caller, operation } = workIn(job);
      const id = job.recordId ?? '';
      const record = parts.store.records.read(caller.tenant, operation.kind, id);
      return record === undefined
        ? answerOf(jobs.finished, { id, version: '1' })
        : answerOf(jobs.finished, valuesOf(record), shownRecord(dialect, record));
    }
  }
}

function acceptedAnswer({ accepted }: DialectJobs, id: number): Answer {
  return answerOf(accepted, { job: String(id) });
}
