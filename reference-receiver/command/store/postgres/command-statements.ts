import { nowSql } from './place.js';

const orderColumns = `o.place, o.id, o.tenant, o.intent, o.reference, o.content, o.version, o.state,
  o.external_reference AS "externalReference", o.confirmed_version AS "confirmedVersion"`;
const eventColumns = `e.id, e.order_id AS "orderId", e.version, e.type, e.hash, e.body, e.fence, e.spent, e.state`;

/** The statements that write receipts, orders and events. */
export const accepting = {
  sweep: `
    DELETE FROM receipts WHERE id IN (
      SELECT id FROM receipts WHERE expires_at <= ${nowSql} ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  // It waits for another transaction that has the key and is not committed yet; a receipt that is over gives way.
  takeKey: `
    INSERT INTO receipts AS held (id, tenant, operation, key, hash, order_id, answer, expires_at)
    VALUES ($2, $3, $4, $5, $6, '', '', ${nowSql} + $7)
    ON CONFLICT (tenant, operation, key) DO UPDATE SET id = excluded.id, hash = excluded.hash, order_id = '',
      answer = '', expires_at = excluded.expires_at WHERE held.expires_at <= ${nowSql}
    RETURNING id`,
  receipt: `
    SELECT hash, answer, order_id AS "orderId" FROM receipts WHERE tenant = $1 AND operation = $2 AND key = $3`,
  place: `
    INSERT INTO orders (id, tenant, operation, intent, boundary, hash, reference, content, version, state)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 'PENDING_ERP') ON CONFLICT DO NOTHING RETURNING id`,
  byIntent: `SELECT id, hash FROM orders WHERE tenant = $1 AND operation = $2 AND boundary = $3`,
  answer: `UPDATE receipts SET order_id = $2, answer = $3 WHERE id = $1`,
  tell: `
    INSERT INTO events (id, order_id, version, type, hash, body, state, written_at, due_at)
    SELECT $2, $3, $4, $5, $6, $7, 'pending', now, now FROM (SELECT ${nowSql} AS now) AS clock`,
  lockOrder: `SELECT ${orderColumns} FROM orders o WHERE o.tenant = $1 AND o.id = $2 FOR UPDATE`,
  change: `UPDATE orders SET content = $2, version = version + 1, state = 'PENDING_ERP' WHERE id = $1`,
};

const ordersFrom = (from: string, where: string): string => `
  SELECT ${orderColumns} FROM ${from} WHERE o.tenant = $2 AND ${where} AND o.place > $4 AND $1::bigint IS NOT NULL
  ORDER BY o.place LIMIT $5`;

/** The statements that read them. */
export const reading = {
  orderBy: {
    id: ordersFrom('orders o', 'o.id = $3'),
    reference: ordersFrom('orders o', 'o.reference = $3'),
    state: ordersFrom('orders o', 'o.state = $3'),
    key: ordersFrom(
      'receipts r JOIN orders o ON o.id = r.order_id',
      `r.key = $3 AND r.expires_at > ${nowSql}`,
    ),
  },
  backlog: `
    SELECT count(*) FILTER (WHERE state = 'pending') AS pending,
      count(*) FILTER (WHERE state = 'delivered') AS delivered,
      count(*) FILTER (WHERE state = 'quarantined') AS quarantined,
      count(*) FILTER (WHERE state = 'given-up') AS "givenUp",
      ${nowSql} - min(written_at) FILTER (WHERE state = 'pending') AS "oldestPendingMs"
    FROM events`,
};

/** The statements of relays. */
export const relaying = {
  claim: `
    WITH clock AS MATERIALIZED (SELECT ${nowSql} AS now),
    due AS MATERIALIZED (
      SELECT id FROM events WHERE state = 'pending' AND due_at <= (SELECT now FROM clock)
      ORDER BY due_at, place LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE events e SET relay = $3, fence = e.fence + 1, due_at = (SELECT now FROM clock) + $4
    FROM due WHERE e.id = due.id RETURNING ${eventColumns}`,
  nextDue: `SELECT min(due_at) - ${nowSql} AS "inMs" FROM events WHERE state = 'pending'`,
  lockEvent: `SELECT ${eventColumns} FROM events e WHERE e.id = $1 FOR UPDATE`,
  again: `UPDATE events SET relay = NULL, due_at = ${nowSql} + $3, trouble = $4 WHERE id = $2`,
  end: `UPDATE events SET relay = NULL, state = $2, trouble = $3 WHERE id = $1`,
  // An older event says nothing of where the latest version stands.
  stand: `
    UPDATE orders SET external_reference = coalesce(external_reference, $2),
      confirmed_version = greatest(confirmed_version, $3::bigint),
      state = CASE WHEN version = $4 THEN $5 ELSE state END
    WHERE id = $1`,
};

/** The statements of operators. */
export const resolving = {
  keep: `
    INSERT INTO resolutions (id, order_id, version, decision, external_reference, who, why, made_at)
    VALUES ($2, $3, $4, $5, $6, $7, $8, ${nowSql})`,
  kept: `
    SELECT r.id, r.version, r.decision, r.external_reference AS "externalReference", r.who, r.why, r.made_at AS at
    FROM resolutions r JOIN orders o ON o.id = r.order_id WHERE o.tenant = $1 AND o.id = $2 ORDER BY r.place`,
  endByHand: `UPDATE events SET state = 'delivered' WHERE order_id = $1 AND version = $2`,
  // The fence goes on counting, so that a relay which held the event before stays behind it.
  tellAgain: `
    UPDATE events SET state = 'pending', due_at = ${nowSql}, spent = fence WHERE order_id = $2 AND version = $3`,
  stillToDeliver: `UPDATE orders SET state = 'PENDING_ERP' WHERE id = $1`,
};
