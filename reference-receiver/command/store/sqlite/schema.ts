/** Raised with every change of the tables; kept in the file as `user_version`. */
export const schemaVersion = 1002;

/** The tables, as SQL. No id is made here: whatever names something comes from outside, and is the same in every try. */
export const schema = `
CREATE TABLE IF NOT EXISTS receipts (
  id         TEXT    PRIMARY KEY,
  tenant     TEXT    NOT NULL,
  operation  TEXT    NOT NULL,
  key        TEXT    NOT NULL,
  hash       TEXT    NOT NULL,
  order_id   TEXT    NOT NULL,
  answer     TEXT    NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (tenant, operation, key)
) STRICT;

CREATE INDEX IF NOT EXISTS receipts_by_expiry ON receipts (expires_at);

CREATE TABLE IF NOT EXISTS orders (
  place              INTEGER PRIMARY KEY AUTOINCREMENT,
  id                 TEXT    NOT NULL UNIQUE,
  tenant             TEXT    NOT NULL,
  operation          TEXT    NOT NULL,
  intent             TEXT    NOT NULL,
  boundary           TEXT    NOT NULL, -- the intent; only a flaw writes anything else
  hash               TEXT    NOT NULL, -- of the content that was accepted, whatever was changed since
  reference          TEXT    NOT NULL,
  content            TEXT    NOT NULL,
  version            INTEGER NOT NULL,
  state              TEXT    NOT NULL CHECK (state IN ('PENDING_ERP', 'CONFIRMED', 'QUARANTINED', 'UNKNOWN_EXTERNAL')),
  external_reference TEXT,
  confirmed_version  INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant, operation, boundary),
  CHECK (state <> 'CONFIRMED' OR external_reference IS NOT NULL)
) STRICT;

CREATE INDEX IF NOT EXISTS orders_by_reference ON orders (tenant, reference, place);

CREATE TABLE IF NOT EXISTS events (
  place       INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT    NOT NULL UNIQUE,
  order_id    TEXT    NOT NULL REFERENCES orders (id),
  version     INTEGER NOT NULL,
  type        TEXT    NOT NULL,
  hash        TEXT    NOT NULL,
  body        TEXT    NOT NULL,
  state       TEXT    NOT NULL CHECK (state IN ('pending', 'delivered', 'quarantined', 'given-up')),
  written_at  INTEGER NOT NULL,
  due_at      INTEGER NOT NULL, -- while a relay holds it: when its lease is over
  relay       TEXT,
  fence       INTEGER NOT NULL DEFAULT 0,
  spent       INTEGER NOT NULL DEFAULT 0, -- the claims before an operator had it delivered again
  trouble     TEXT,
  UNIQUE (order_id, version)
) STRICT;

CREATE INDEX IF NOT EXISTS events_by_due ON events (due_at, place) WHERE state = 'pending';

CREATE TABLE IF NOT EXISTS resolutions (
  place              INTEGER PRIMARY KEY AUTOINCREMENT,
  id                 TEXT    NOT NULL UNIQUE,
  order_id           TEXT    NOT NULL REFERENCES orders (id),
  version            INTEGER NOT NULL,
  decision           TEXT    NOT NULL CHECK (decision IN ('held', 'deliver-again')),
  external_reference TEXT,
  who                TEXT    NOT NULL,
  why                TEXT    NOT NULL,
  made_at            INTEGER NOT NULL,
  CHECK ((decision = 'held') = (external_reference IS NOT NULL))
) STRICT;

CREATE INDEX IF NOT EXISTS resolutions_by_order ON resolutions (order_id, place);
CREATE INDEX IF NOT EXISTS orders_unknown ON orders (tenant, place) WHERE state = 'UNKNOWN_EXTERNAL';

CREATE TABLE IF NOT EXISTS erp_inbox (
  event_id  TEXT PRIMARY KEY,
  hash      TEXT NOT NULL,
  record_id TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS erp_orders (
  place     INTEGER PRIMARY KEY AUTOINCREMENT,
  id        TEXT    NOT NULL UNIQUE,
  boundary  TEXT    NOT NULL UNIQUE, -- the order; only a flaw writes anything else
  order_id  TEXT    NOT NULL,
  tenant    TEXT    NOT NULL,
  reference TEXT    NOT NULL,
  version   INTEGER NOT NULL,
  content   TEXT    NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS erp_orders_by_reference ON erp_orders (tenant, reference, place);

CREATE TABLE IF NOT EXISTS erp_quarantine (
  place    INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL,
  hash     TEXT NOT NULL,
  content  TEXT NOT NULL,
  UNIQUE (event_id, hash)
) STRICT;

CREATE TABLE IF NOT EXISTS moved_clock (
  only      INTEGER PRIMARY KEY CHECK (only = 1),
  offset_ms INTEGER NOT NULL
) STRICT;

INSERT OR IGNORE INTO moved_clock (only, offset_ms) VALUES (1, 0);
`;
