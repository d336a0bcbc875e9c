import { isCounted } from '../counted-actions.js';
import { none, type Counted } from '../decide-approvals.js';
import { approvalFrom, type FlatApproval, type FlatData } from '../flat-approval.js';
import type { DataVersion, KnownApproval, NewApproval } from '../sender-store.js';
import type { Preparing } from './opening.js';

/** A new approval with its times, milliseconds since the epoch. */
export type TimedApproval = Omit<NewApproval, 'data' | 'constraints' | 'breaches'> &
  FlatData & { readonly now: number; readonly expiresAt: number | null };

/** What a constraint counts: actions under this rule and for these values, `counts` by their state or since a time. */
export interface Counting {
  readonly rule: string;
  readonly on: string;
  readonly counts: 'open' | 'ever' | 'rate';
  readonly since: number;
}

/** An action that is not accepted, and why; `now` is milliseconds since the epoch. */
export interface Refusing {
  readonly now: number;
  readonly key: string;
  readonly action: string;
  readonly rule: string;
  readonly why: string;
  readonly standing: string | null;
}

/** Prepares the statements with which approvals are weighed and written; each is one step of a transaction. */
export function approvingStatements(database: Preparing) {
  return { ...weighing(database), ...writing(database) };
}

function weighing(database: Preparing) {
  const approval = database.prepare<[{ key: string; action: string }], FlatApproval>(
    `SELECT a.key, action, credential, payload_hash AS payloadHash, a.aggregate, data_object AS dataObject,
       data_version AS dataVersion, o.state
     FROM approvals a LEFT JOIN outbox o USING (key)
     WHERE a.key = @key OR action = @action ORDER BY a.key = @key DESC LIMIT 1`,
  );
  const counted = database.prepare<[Counting], Counted>(
    `SELECT count(*) OVER () AS count, a.action AS last FROM constraint_keys c JOIN approvals a USING (key) JOIN outbox o USING (key)
     WHERE c.rule = @rule AND c.constraint_key = @on AND ${isCounted('@counts', '@since')}
     ORDER BY c.accepted_at DESC, o.place DESC LIMIT 1`,
  );
  const version = database.prepare<[string], { version: string }>(
    'SELECT version FROM data_versions WHERE object = ?',
  );
  return {
    /** The approval with that key, or else of that action. */
    approvalOf: (key: string, action: string): KnownApproval | undefined => {
      const found = approval.get({ key, action });
      return found === undefined ? undefined : approvalFrom(found);
    },
    counted: (by: Counting) => counted.get(by) ?? none,
    dataVersion: (object: string) => version.get(object)?.version,
  };
}

function writing(database: Preparing) {
  const approve = database.prepare<[TimedApproval]>(
    `INSERT INTO approvals (key, action, marker, credential, payload_hash, aggregate, approved_at, expires_at,
       data_object, data_version, requested_by, approved_by)
     VALUES (@key, @action, @marker, @credential, @payloadHash, @aggregate, @now, @expiresAt,
       @dataObject, @dataVersion, @requestedBy, @approvedBy)`,
  );
  const renew = database.prepare<[TimedApproval]>(
    `UPDATE approvals SET approved_at = @now, expires_at = @expiresAt, data_object = @dataObject,
       data_version = @dataVersion, requested_by = @requestedBy, approved_by = @approvedBy
     WHERE key = @key`,
  );
  const enqueue = database.prepare<[TimedApproval]>(
    `INSERT INTO outbox (key, request, aggregate, state, next_at, created_at, budget_from)
     VALUES (@key, @request, @aggregate, 'pending', @now, @now, @now)`,
  );
  const count = database.prepare<[{ rule: string; on: string; key: string; now: number }]>(
    'INSERT INTO constraint_keys (rule, constraint_key, key, accepted_at) VALUES (@rule, @on, @key, @now)',
  );
  const refuse = database.prepare<[Refusing]>(
    `INSERT INTO refusals (at, key, action, rule, why, standing)
     VALUES (@now, @key, @action, @rule, @why, @standing)`,
  );
  const learn = database.prepare<[DataVersion & { now: number; who: string }]>(
    `INSERT INTO data_versions (object, version, told_at, who) VALUES (@object, @version, @now, @who)
     ON CONFLICT (object) DO NOTHING`,
  );
  const tell = database.prepare<[DataVersion & { now: number; who: string }]>(
    `INSERT INTO data_versions (object, version, told_at, who) VALUES (@object, @version, @now, @who)
     ON CONFLICT (object) DO UPDATE SET version = @version, told_at = @now, who = @who`,
  );
  return {
    approve: (approval: TimedApproval) => approve.run(approval),
    /** Decides an approval anew, on other data. */
    renewApproval: (approval: TimedApproval) => renew.run(approval),
    enqueue: (approval: TimedApproval) => enqueue.run(approval),
    count: (what: { rule: string; on: string; key: string; now: number }) => count.run(what),
    refuse: (what: Refusing) => refuse.run(what),
    /** Takes a version for the latest known one, where none is known. */
    learnDataVersion: (told: DataVersion & { now: number; who: string }) => learn.run(told),
    tellDataVersion: (told: DataVersion & { now: number; who: string }) => tell.run(told),
  };
}
