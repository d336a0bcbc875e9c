-- The sender's ledger: the decision, the delivery intent, every attempt, every act of an operator. It means what the
-- SQLite layout means (../../sqlite/schema.ts); times are milliseconds since the epoch, by the clock of this server.

CREATE FUNCTION ledger_now() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

CREATE TABLE approvals (
  place bigint GENERATED ALWAYS AS IDENTITY,
  key text PRIMARY KEY,
  action text NOT NULL UNIQUE,
  marker text NOT NULL,
  credential text NOT NULL,
  payload_hash text NOT NULL,
  aggregate text,
  approved_at bigint NOT NULL,
  expires_at bigint
);

CREATE TABLE outbox (
  place bigint GENERATED ALWAYS AS IDENTITY,
  key text PRIMARY KEY REFERENCES approvals (key),
  request text NOT NULL,
  aggregate text,
  state text NOT NULL CHECK (state IN ('pending', 'processing', 'sent', 'unknown', 'blocked', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  remote_id text,
  fence bigint NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until bigint,
  next_at bigint,
  first_sent_at bigint,
  in_doubt smallint NOT NULL DEFAULT 0 CHECK (in_doubt IN (0, 1)),
  created_at bigint NOT NULL,
  acceptance text,
  advice text CHECK (advice IN ('same-key', 'lookup-first', 'stop')),
  budget_from bigint NOT NULL,
  last_outcome text,
  reason text,
  CHECK ((state = 'processing') = (lease_until IS NOT NULL)),
  CHECK ((state = 'processing') = (lease_owner IS NOT NULL)),
  CHECK (state NOT IN ('pending', 'unknown') OR next_at IS NOT NULL)
);

-- Rows that are not settled for good, in the order of their turns, and within an aggregate in its order.
CREATE INDEX outbox_turn ON outbox (next_at, place) WHERE state IN ('pending', 'unknown', 'processing');
CREATE INDEX outbox_aggregate ON outbox (aggregate, place)
  WHERE aggregate IS NOT NULL AND state NOT IN ('sent', 'failed');

CREATE TABLE attempts (
  key text NOT NULL REFERENCES outbox (key) ON DELETE CASCADE,
  fence bigint NOT NULL,
  number integer NOT NULL,
  worker text NOT NULL,
  claimed_at bigint NOT NULL,
  lease_until bigint NOT NULL,
  sent_at bigint,
  ended_at bigint,
  exchange text,
  outcome text,
  result text,
  PRIMARY KEY (key, fence)
);

CREATE TABLE operator_acts (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  act text NOT NULL,
  key text NOT NULL,
  who text NOT NULL,
  why text NOT NULL,
  result text NOT NULL
);
