-- The kill switch: one row, whose `paused_at` is null while sends may go out. Acts on it belong to no one action.

CREATE TABLE kill_switch (
  place integer PRIMARY KEY CHECK (place = 1),
  paused_at bigint,
  who text,
  why text,
  CHECK ((paused_at IS NULL) = (who IS NULL) AND (paused_at IS NULL) = (why IS NULL))
);
INSERT INTO kill_switch (place) VALUES (1);

-- Read by a function of its own, so that it is seen as it is at that moment, and not as when the statement began.
CREATE FUNCTION ledger_paused() RETURNS boolean LANGUAGE sql VOLATILE SET search_path FROM CURRENT
  AS 'SELECT paused_at IS NOT NULL FROM kill_switch';

ALTER TABLE operator_acts ALTER COLUMN key DROP NOT NULL;
