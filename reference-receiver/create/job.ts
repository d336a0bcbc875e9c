import { Refused } from '../http/refusal.js';
import type { CreateCall, CreateWork, Parts } from '../parts.js';
import { isBusy } from '../store/is-busy.js';
import type { JobRow } from '../store/jobs.js';
import type { KeyClaim } from '../store/keys.js';
import { carryOut, LostClaim } from './guard.js';

const sweptPerJob = 100;
const busyMs = 1000;
/** Longer waits are waited in parts: a timer of the system holds 31 bits. */
const longestWaitMs = 86_400_000;

/**
 * Accepts a create: from this transaction on it has a job that will be done, whoever dies, and its key is nobody else's.
 * Runs inside the transaction of the claim or after it; the id of the job. Throws LostClaim when a late owner calls.
 */
export function acceptAsJob(parts: Parts, call: CreateCall, owner: KeyClaim, workMs: number): number {
  const { store, clock } = parts;
  if (!store.keys.hold(owner)) throw new LostClaim();
  const dueAt = clock.now() + workMs;
  const { caller, operation, payload, fingerprint, intent } = call;
  // An operation that answers later is plain data: only dialects have such.
  const work = JSON.stringify({ caller, operation, payload, fingerprint, intent } satisfies CreateWork);
  const id = store.jobs.add({ owner, tenant: caller.tenant, dueAt, work });
  awaitJob(parts, dueAt);
  return id;
}

/** Sees to it that all jobs that an earlier process left behind are done in their time. */
export function resumeJobs(parts: Parts): void {
  for (const { dueAt } of parts.store.jobs.pending()) awaitJob(parts, dueAt);
}

/** Does every job whose time has come: whoever comes by does them, a timer, a poll or the next start. */
export function doDueJobs(parts: Parts): void {
  const now = parts.clock.now();
  for (const job of parts.store.jobs.pending()) if (job.dueAt <= now) parts.doJob(parts, job);
}

/** Does a job: record, key and the job's own end are one transaction. One that is refused ends, and frees its key. */
export function doJob(parts: Parts, { id, owner, work }: JobRow): void {
  const { store, clock } = parts;
  try {
    store.atomically(() => {
      const { recordId } = carryOut(parts, workIn({ work }), owner);
      store.jobs.end(id, { state: 'done', recordId });
      store.jobs.sweep(clock.now() - parts.retentionMs, sweptPerJob);
    });
  } catch (error) {
    if (!(error instanceof Refused || error instanceof LostClaim)) throw error;
    store.atomically(() => {
      store.jobs.end(id, { state: 'failed', recordId: null });
      store.keys.release(owner);
    });
  }
}

/** What a job is to do. */
export function workIn({ work }: Pick<JobRow, 'work'>): CreateWork {
  return JSON.parse(work) as CreateWork;
}

function awaitJob(parts: Parts, dueAt: number): void {
  const { clock } = parts;
  const leftMs = Math.max(0, dueAt - clock.now());
  clock.at(Math.min(leftMs, longestWaitMs), () => {
    // A timer of the system may come a moment early.
    if (clock.now() < dueAt) awaitJob(parts, dueAt);
    else doInTime(parts);
  });
}

function doInTime(parts: Parts): void {
  try {
    doDueJobs(parts);
  } catch (error) {
    if (!isBusy(error)) throw error;
    awaitJob(parts, parts.clock.now() + busyMs);
  }
}
