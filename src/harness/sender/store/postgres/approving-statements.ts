import { isCounted } from '../counted-actions.js';
import { channelOf } from './notices.js';

/** More locks than this would not fit into a server's memory, however large a batch is. */
const lockBuckets = 1_024;

/** The statements with which approvals are weighed and written: a few for each batch, whatever its size. */
export function approvingStatements(schema: string) {
  return { ...weighing(schema), ...writing(schema) };
}

function weighing(schema: string) {
  // Two searches by an index each: one by either would go through all that was ever approved.
  const found = (named: string, by: 'key' | 'action') => `
    SELECT a.key, a.action, a.credential, a.payload_hash AS "payloadHash", a.aggregate,
      a.data_object AS "dataObject", a.data_version AS "dataVersion", o.state
    FROM unnest(${named}::text[]) AS named (name) JOIN ${schema}.approvals a ON a.${by} = named.name
    LEFT JOIN ${schema}.outbox o ON o.key = a.key`;
  return {
    /**
     * Two batches that meet in an aggregate or under a constraint follow each other: places in an aggregate are given out in
     * the order of the commits, and what one batch takes the other counts. Always in the same order, so that none waits for
     * the other.
     */
    lockScopes: `
      SELECT pg_advisory_xact_lock(hashtext('${schema} approving'), bucket) FROM (
        SELECT DISTINCT mod(hashtextextended(scope, 0), ${String(lockBuckets)})::integer AS bucket
        FROM unnest($1::text[]) AS scopes (scope) ORDER BY bucket OFFSET 0) AS sorted`,
    /** To be asked in a statement of its own: only that sees what another transaction has committed meanwhile. */
    known: `
      ${found('$1', 'key')} UNION ${found('$2', 'action')}`,
    /** One scope after the other by the index, however much was ever accepted. */
    counted: `
      SELECT asked.rule, asked.on_values AS "on", counted.count, counted.last
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS asked (rule, on_values, counts, within_ms)
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS count, (array_agg(a.action ORDER BY c.accepted_at DESC, o.place DESC))[1] AS last
        FROM ${schema}.constraint_keys c JOIN ${schema}.approvals a USING (key) JOIN ${schema}.outbox o USING (key)
        WHERE hashtextextended(c.rule || E'\\n' || c.constraint_key, 0)
            = hashtextextended(asked.rule || E'\\n' || asked.on_values, 0)
          AND c.rule = asked.rule AND c.constraint_key = asked.on_values
          AND ${isCounted('asked.counts', `coalesce((SELECT ${schema}.ledger_now()) - asked.within_ms, 0)`)}
      ) AS counted
      WHERE counted.count > 0`,
    versions: `SELECT object, version FROM ${schema}.data_versions WHERE object = ANY ($1)`,
  };
}

function writing(schema: string) {
  const approval = `key, action, marker, credential, payload_hash, aggregate, expires_in, data_object, data_version,
    requested_by, approved_by`;
  const clock = `WITH clock AS MATERIALIZED (SELECT ${schema}.ledger_now() AS now)`;
  const from = `
    clock, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
      $10::text[], $11::text[]) WITH ORDINALITY AS given (${approval}, place)`;
  return {
    approve: `
      ${clock}
      INSERT INTO ${schema}.approvals (key, action, marker, credential, payload_hash, aggregate, approved_at, expires_at,
        data_object, data_version, requested_by, approved_by)
      SELECT key, action, marker, credential, payload_hash, aggregate, now, now + expires_in, data_object, data_version,
        requested_by, approved_by
      FROM ${from} ORDER BY place
      ON CONFLICT DO NOTHING
      RETURNING key, action, approved_at AS "approvedAt", expires_at AS "expiresAt"`,
    /** Only what may still be sent. */
    renew: `
      ${clock}
      UPDATE ${schema}.approvals a SET approved_at = now, expires_at = now + given.expires_in,
        data_object = given.data_object, data_version = given.data_version, requested_by = given.requested_by,
        approved_by = given.approved_by
      FROM ${from}
      WHERE a.key = given.key AND EXISTS (
        SELECT FROM ${schema}.outbox o WHERE o.key = a.key AND o.state IN ('pending', 'unknown', 'blocked'))
      RETURNING a.key, a.action, a.approved_at AS "approvedAt", a.expires_at AS "expiresAt"`,
    enqueue: `
      INSERT INTO ${schema}.outbox (key, request, aggregate, state, next_at, created_at, budget_from)
      SELECT key, request, aggregate, 'pending', at, at, at
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
        WITH ORDINALITY AS given (key, request, aggregate, at, place) ORDER BY place`,
    count: `
      INSERT INTO ${schema}.constraint_keys (rule, constraint_key, key, accepted_at)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])`,
    refuse: `
      ${clock}
      INSERT INTO ${schema}.refusals (at, key, action, rule, why, standing)
      SELECT now, given.* FROM clock, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS given`,
    /** In the order of the objects, so that two batches that name the same ones do not wait for each other. */
    learnVersions: `
      INSERT INTO ${schema}.data_versions (object, version, who)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS given (object, version, who) ORDER BY object
      ON CONFLICT (object) DO NOTHING`,
    /** Waits for whoever writes of the same object, and keeps others waiting until the commit. */
    holdVersion: `
      SELECT version FROM ${schema}.data_versions WHERE object = $1 FOR UPDATE`,
    tellVersion: `SELECT ${schema}.ledger_now() AS now, ${schema}.tell_data_version($1, $2, $3)`,
    notify: `NOTIFY ${channelOf({ schema })}`,
  };
}
