/** Raised with every change of the tables; kept in the table `layout`. */
export const layoutVersion = 2;

/** The tables, as SQL, for the schema that comes first in the search path. Text is compared byte by byte. */
export const schema = `
CREATE TABLE receipts (
  id         text   PRIMARY KEY,
  tenant     text   NOT NULL,
  operation  text   NOT NULL,
  key        text   COLLATE "C" NOT NULL,
  hash       text   NOT NULL,
  order_id   text   NOT NULL,
  answer     text   NOT NULL,
  expires_at bigint NOT NULL,
  UNIQUE (tenant, operation, key)
);
CREATE INDEX ON receipts (expires_at);

CREATE TABLE orders (
  place              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id                 text   NOT NULL UNIQUE,
  tenant             text   NOT NULL,
  operation          text   NOT NULL,
  intent             text   NOT NULL,
  boundary           text   COLLATE "C" NOT NULL, -- the intent; only a flaw writes anything else
  hash               text   NOT NULL,             -- of the content that was accepted, whatever was changed since
  reference          text   NOT NULL,
  content            text   NOT NULL,
  version            bigint NOT NULL,
  state              text   NOT NULL CHECK (state IN ('PENDING_ERP', 'CONFIRMED', 'QUARANTINED', 'UNKNOWN_EXTERNAL')),
  external_reference text,
  confirmed_version  bigint NOT NULL DEFAULT 0,
  UNIQUE (tenant, operation, boundary),
  CHECK (state <> 'CONFIRMED' OR external_reference IS NOT NULL)
);
CREATE INDEX ON orders (tenant, reference, place);

CREATE TABLE events (
  place      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         text   NOT NULL UNIQUE,
  order_id   text   NOT NULL REFERENCES orders (id),
  version    bigint NOT NULL,
  type       text   NOT NULL,
  hash       text   NOT NULL,
  body       text   NOT NULL,
  state      text   NOT NULL CHECK (state IN ('pending', 'delivered', 'quarantined', 'given-up')),
  written_at bigint NOT NULL,
  due_at     bigint NOT NULL, -- while a relay holds it: when its lease is over
  relay      text,
  fence      bigint NOT NULL DEFAULT 0,
  spent      bigint NOT NULL DEFAULT 0, -- the claims before an operator had it delivered again
  trouble    text,
  UNIQUE (order_id, version)
);
-- What is due is found by its state and time, never by a place to go on from: a transaction may commit late.
CREATE INDEX ON events (due_at, place) WHERE state = 'pending';

CREATE TABLE resolutions (
  place              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id                 text   NOT NULL UNIQUE,
  order_id           text   NOT NULL REFERENCES orders (id),
  version            bigint NOT NULL,
  decision           text   NOT NULL CHECK (decision IN ('held', 'deliver-again')),
  external_reference text,
  who                text   NOT NULL,
  why                text   NOT NULL,
  made_at            bigint NOT NULL,
  CHECK ((decision = 'held') = (external_reference IS NOT NULL))
);
CREATE INDEX ON resolutions (order_id, place);
CREATE INDEX ON orders (tenant, place) WHERE state = 'UNKNOWN_EXTERNAL';

CREATE TABLE erp_inbox (
  event_id  text PRIMARY KEY,
  hash      text NOT NULL,
  record_id text NOT NULL
);

CREATE TABLE erp_orders (
  place     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id        text   NOT NULL UNIQUE,
  boundary  text   NOT NULL UNIQUE, -- the order; only a flaw writes anything else
  order_id  text   NOT NULL,
  tenant    text   NOT NULL,
  reference text   NOT NULL,
  version   bigint NOT NULL,
  content   text   NOT NULL
);
CREATE INDEX ON erp_orders (tenant, reference, place);

CREATE TABLE erp_quarantine (
  place    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL,
  hash     text NOT NULL,
  content  text NOT NULL,
  UNIQUE (event_id, hash)
);

CREATE TABLE moved_clock (single integer PRIMARY KEY CHECK (single = 1), offset_ms bigint NOT NULL);
INSERT INTO moved_clock (single, offset_ms) VALUES (1, 0);
CREATE TABLE layout (single integer PRIMARY KEY CHECK (single = 1), version integer NOT NULL);
INSERT INTO layout (single, version) VALUES (1, ${layoutVersion});
`;
