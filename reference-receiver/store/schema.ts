/** Raised with every change of the tables; kept in the file as `user_version`. */
export const schemaVersion = 1;

/** The tables, as SQL. Text is compared by its bytes: SQLite's default collation neither folds case nor trims. */
export const schema = `
CREATE TABLE IF NOT EXISTS records (
  sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT    NOT NULL UNIQUE,
  tenant     TEXT    NOT NULL,
  kind       TEXT    NOT NULL,
  reference  TEXT    NOT NULL,
  version    INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  payload    TEXT    NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS records_by_reference ON records (tenant, kind, reference, sequence);

-- One row per key in use. The unique constraint, and nothing else, decides who may run a create.
-- fence comes from the counter below and is never given twice, so it names one claim for ever: an owner that
-- comes back late finds another fence in its row, even if the key was freed and claimed anew in between.
-- record_id is no foreign key: the stored answer outlives a deleted record, so that a late retry still gets it.
CREATE TABLE IF NOT EXISTS keys (
  sequence     INTEGER PRIMARY KEY,
  tenant       TEXT    NOT NULL,
  method       TEXT    NOT NULL,
  route        TEXT    NOT NULL,
  key          TEXT    NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('working', 'done')),
  fence        INTEGER NOT NULL,
  fingerprint  TEXT    NOT NULL,
  lease_until  INTEGER NOT NULL,
  expires_at   INTEGER,
  record_id    TEXT,
  status       INTEGER,
  content_type TEXT,
  location     TEXT,
  body         TEXT,
  UNIQUE (tenant, method, route, key),
  CHECK (state = 'working' OR (expires_at IS NOT NULL AND status IS NOT NULL))
) STRICT;

-- The second boundary, beside the key: one record for each business intent that was named. The unique constraint decides
-- here too; a record that is removed gives its intent back. Deferred, as an intent is taken before its record is there.
CREATE TABLE IF NOT EXISTS intents (
  tenant      TEXT NOT NULL,
  kind        TEXT NOT NULL,
  intent      TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  record_id   TEXT NOT NULL REFERENCES records (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  UNIQUE (tenant, kind, intent)
) STRICT;

CREATE INDEX IF NOT EXISTS intents_by_record ON intents (record_id);

-- Creates that were accepted, to be done later. A job is there from the transaction that accepts it on, and its end is in
-- the transaction of its record; fence names the claim that it was accepted with, which has no end of its own.
CREATE TABLE IF NOT EXISTS jobs (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  key_sequence INTEGER NOT NULL,
  fence        INTEGER NOT NULL UNIQUE,
  tenant       TEXT    NOT NULL,
  due_at       INTEGER NOT NULL,
  work         TEXT    NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
  record_id    TEXT,
  CHECK ((state = 'done') = (record_id IS NOT NULL))
) STRICT;

CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (state, due_at);

-- A table of its own, because AUTOINCREMENT would write to the disk on every replay.
CREATE TABLE IF NOT EXISTS fences (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  next INTEGER NOT NULL
) STRICT;

-- How far a test control has moved the receiver's clock.
CREATE TABLE IF NOT EXISTS moved_clock (
  only      INTEGER PRIMARY KEY CHECK (only = 1),
  offset_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS keys_by_expiry ON keys (expires_at) WHERE state = 'done';
`;

/** What a new database has in its tables. */
export const firstRows = [
  'INSERT OR IGNORE INTO fences (only, next) VALUES (1, 1)',
  'INSERT OR IGNORE INTO moved_clock (only, offset_ms) VALUES (1, 0)',
];
