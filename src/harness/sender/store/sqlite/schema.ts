import { rowStates } from '../../../model/outbox-row.js';

/** The layout of the sender's file; kept in `user_version`, so that an older or foreign file is told apart. */
export const schemaVersion = 5;

const states = rowStates.map((state) => `'${state}'`).join(', ');

/**
 * The sender's ledger: the decision, the delivery intent, every attempt, every act of an operator. Times are
 * milliseconds since the epoch. `in_doubt` is 1 from the moment before a request goes out until something definite is
 * known of it; `acceptance` is where to ask after an action that the receiver accepted, to be done later; `budget_from`
 * is when the attempt budget and the deadline began to count. The kill switch is one row, whose `paused_at` is null while
 * sends may go out; acts on it belong to no key. `constraint_keys` holds what each accepted action counts for under
 * rules; `refusals` what was not accepted, and the action that stood in the way; `data_versions` the latest known version
 * of each object that an approval was decided on.
 */
export const schema = `
CREATE TABLE approvals (
  key TEXT PRIMARY KEY,
  action TEXT NOT NULL UNIQUE,
  marker TEXT NOT NULL,
  credential TEXT NOT NULL,
  payload_hash TEXT NOT NULL,
  aggregate TEXT,
  approved_at INTEGER NOT NULL,
  expires_at INTEGER,
  data_object TEXT,
  data_version TEXT,
  requested_by TEXT,
  approved_by TEXT,
  CHECK ((data_object IS NULL) = (data_version IS NULL))
) STRICT;

CREATE TABLE constraint_keys (
  rule TEXT NOT NULL,
  constraint_key TEXT NOT NULL,
  key TEXT NOT NULL REFERENCES approvals (key) ON DELETE CASCADE,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (rule, constraint_key, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX constraint_keys_of ON constraint_keys (key);

CREATE TABLE refusals (
  place INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  key TEXT NOT NULL,
  action TEXT NOT NULL,
  rule TEXT NOT NULL,
  why TEXT NOT NULL,
  standing TEXT
) STRICT;

CREATE TABLE data_versions (
  object TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  told_at INTEGER NOT NULL,
  who TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
  place INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE REFERENCES approvals (key),
  request TEXT NOT NULL,
  aggregate TEXT,
  state TEXT NOT NULL CHECK (state IN (${states})),
  attempts INTEGER NOT NULL DEFAULT 0,
  remote_id TEXT,
  fence INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER,
  next_at INTEGER,
  first_sent_at INTEGER,
  in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (in_doubt IN (0, 1)),
  created_at INTEGER NOT NULL,
  acceptance TEXT,
  advice TEXT CHECK (advice IN ('same-key', 'lookup-first', 'stop')),
  budget_from INTEGER NOT NULL,
  last_outcome TEXT,
  reason TEXT,
  CHECK ((state = 'processing') = (lease_until IS NOT NULL)),
  CHECK ((state = 'processing') = (lease_owner IS NOT NULL)),
  CHECK ((state IN ('pending', 'unknown')) <= (next_at IS NOT NULL))
) STRICT;

CREATE INDEX outbox_turn ON outbox (next_at) WHERE state IN ('pending', 'unknown', 'processing');
CREATE INDEX outbox_aggregate ON outbox (aggregate) WHERE aggregate IS NOT NULL AND state NOT IN ('sent', 'failed');

CREATE TABLE attempts (
  key TEXT NOT NULL REFERENCES outbox (key) ON DELETE CASCADE,
  fence INTEGER NOT NULL,
  number INTEGER NOT NULL,
  worker TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  sent_at INTEGER,
  ended_at INTEGER,
  exchange TEXT,
  outcome TEXT,
  result TEXT,
  PRIMARY KEY (key, fence)
) STRICT, WITHOUT ROWID;

CREATE TABLE operator_acts (
  place INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  act TEXT NOT NULL,
  key TEXT,
  who TEXT NOT NULL,
  why TEXT NOT NULL,
  result TEXT NOT NULL
) STRICT;

CREATE TABLE kill_switch (
  place INTEGER PRIMARY KEY CHECK (place = 1),
  paused_at INTEGER,
  who TEXT,
  why TEXT,
  CHECK ((paused_at IS NULL) = (who IS NULL) AND (paused_at IS NULL) = (why IS NULL))
) STRICT;
`;

/** What a new ledger has in its tables. */
export const firstRow = 'INSERT INTO kill_switch (place) VALUES (1)';
