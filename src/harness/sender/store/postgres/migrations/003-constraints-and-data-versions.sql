-- What an action must satisfy before it is accepted, and what it was decided on.

ALTER TABLE approvals
  ADD COLUMN data_object text,
  ADD COLUMN data_version text,
  ADD COLUMN requested_by text,
  ADD COLUMN approved_by text,
  ADD CHECK ((data_object IS NULL) = (data_version IS NULL));

-- What each accepted action counts for: the values that a rule is about, as one text. Who writes here holds the lock of
-- those values, so that two batches that meet in them follow each other.
CREATE TABLE constraint_keys (
  rule text NOT NULL,
  constraint_key text NOT NULL,
  key text NOT NULL REFERENCES approvals (key) ON DELETE CASCADE,
  accepted_at bigint NOT NULL
);
-- Values may be longer than an entry of an index.
CREATE INDEX constraint_keys_counted ON constraint_keys (hashtextextended(rule || E'\n' || constraint_key, 0), accepted_at);
CREATE INDEX constraint_keys_of ON constraint_keys (key);

-- What was not accepted, by which rule, and the action that stood in the way, where one did.
CREATE TABLE refusals (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  key text NOT NULL,
  action text NOT NULL,
  rule text NOT NULL,
  why text NOT NULL,
  standing text
);

-- The latest known version of each object's data. An application may write here too, in the transaction that changes the
-- data, best by tell_data_version: what was approved on another version is then sent no more, once that is committed.
CREATE TABLE data_versions (
  object text PRIMARY KEY,
  version text NOT NULL,
  told_at bigint NOT NULL DEFAULT ledger_now(),
  who text NOT NULL DEFAULT current_user
);

CREATE FUNCTION tell_data_version(object text, version text, who text DEFAULT current_user) RETURNS void
  LANGUAGE sql VOLATILE SET search_path FROM CURRENT AS '
    INSERT INTO data_versions (object, version, told_at, who) VALUES ($1, $2, ledger_now(), $3)
    ON CONFLICT (object) DO UPDATE SET version = excluded.version, told_at = excluded.told_at, who = excluded.who';

-- Read by functions of their own, so that a version is seen as it is at that moment, and not as when the statement began.
CREATE FUNCTION known_data_version(object text) RETURNS text LANGUAGE sql VOLATILE SET search_path FROM CURRENT
  AS 'SELECT version FROM data_versions WHERE data_versions.object = $1';

-- The same for who is about to send: whoever tells another version waits until the send is marked, or is waited for.
CREATE FUNCTION held_data_version(object text) RETURNS text LANGUAGE sql VOLATILE SET search_path FROM CURRENT
  AS 'SELECT version FROM data_versions WHERE data_versions.object = $1 FOR SHARE';
