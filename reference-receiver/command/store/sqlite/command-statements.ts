import type { Preparing } from '../../../store/opening.js';
import type { Order } from '../../order.js';
import type { KeptResolution, OrderEvent, Placed } from '../command-store.js';

/** The statements over receipts, orders and events. */
export type CommandStatements = ReturnType<typeof commandStatements>;

/** A statement with values of these types, and rows of this one. */
interface Prepared<Values extends unknown[], Row> {
  run(...values: Values): { readonly changes: number };
  get(...values: Values): Row | undefined;
  all(...values: Values): Row[];
}

type Prepare = <Values extends unknown[], Row = unknown>(sql: string) => Prepared<Values, Row>;

/** An event as it is kept. */
interface EventRow extends OrderEvent {
  readonly fence: number;
  readonly spent: number;
  readonly state: string;
}

interface Search {
  readonly tenant: string;
  readonly value: string;
  readonly after: number;
  readonly limit: number;
}

const orderColumns = `o.place, o.id, o.tenant, o.intent, o.reference, o.content, o.version, o.state,
  o.external_reference AS externalReference, o.confirmed_version AS confirmedVersion`;
const eventColumns = 'id, order_id AS orderId, version, type, hash, body, fence, spent, state';

/** Prepares them. */
export function commandStatements(database: Preparing) {
  // The same function, whose own type no declaration can name.
  const prepare = ((sql: string) => database.prepare(sql)) as unknown as Prepare;
  return { ...accepting(prepare), ...reading(prepare), ...relaying(prepare), ...resolving(prepare) };
}

function accepting(prepare: Prepare) {
  return {
    sweep: prepare<[number, number]>(
      'DELETE FROM receipts WHERE id IN (SELECT id FROM receipts WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    ),
    // A receipt that is over gives way.
    takeKey: prepare<[object]>(`
      INSERT INTO receipts (id, tenant, operation, key, hash, order_id, answer, expires_at)
      VALUES (@id, @tenant, @operation, @key, @hash, '', '', @expiresAt)
      ON CONFLICT (tenant, operation, key) DO UPDATE SET id = excluded.id, hash = excluded.hash, order_id = '',
        answer = '', expires_at = excluded.expires_at WHERE receipts.expires_at <= @at`),
    receipt: prepare<[object], { hash: string; answer: string; orderId: string }>(`
      SELECT hash, answer, order_id AS orderId FROM receipts
      WHERE tenant = @tenant AND operation = @operation AND key = @key`),
    place: prepare<[object]>(`
      INSERT INTO orders (id, tenant, operation, intent, boundary, hash, reference, content, version, state)
      VALUES (@id, @tenant, @operation, @intent, @boundary, @hash, @reference, @content, 1, 'PENDING_ERP')
      ON CONFLICT DO NOTHING`),
    byIntent: prepare<[object], { id: string; hash: string }>(
      'SELECT id, hash FROM orders WHERE tenant = @tenant AND operation = @operation AND boundary = @boundary',
    ),
    answer: prepare<[object]>('UPDATE receipts SET order_id = @orderId, answer = @answer WHERE id = @id'),
    tell: prepare<[object]>(`
      INSERT INTO events (id, order_id, version, type, hash, body, state, written_at, due_at)
      VALUES (@id, @orderId, @version, @type, @hash, @body, 'pending', @at, @at)`),
    change: prepare<[object]>(
      `UPDATE orders SET content = @content, version = version + 1, state = 'PENDING_ERP' WHERE id = @id`,
    ),
  };
}

function reading(prepare: Prepare) {
  const paged = 'o.place > @after ORDER BY o.place LIMIT @limit';
  const select = (from: string, where: string) =>
    prepare<[Search & { at?: number }], Placed<Order>>(
      `SELECT ${orderColumns} FROM ${from} WHERE o.tenant = @tenant AND ${where} AND ${paged}`,
    );
  return {
    orderBy: {
      id: select('orders o', 'o.id = @value'),
      reference: select('orders o', 'o.reference = @value'),
      state: select('orders o', 'o.state = @value'),
      key: select('receipts r JOIN orders o ON o.id = r.order_id', 'r.key = @value AND r.expires_at > @at'),
    },
    backlog: prepare<
      [],
      {
        pending: number;
        delivered: number;
        quarantined: number;
        givenUp: number;
        oldest: number | null;
      }
    >(`
      SELECT count(*) FILTER (WHERE state = 'pending') AS pending,
        count(*) FILTER (WHERE state = 'delivered') AS delivered,
        count(*) FILTER (WHERE state = 'quarantined') AS quarantined,
        count(*) FILTER (WHERE state = 'given-up') AS givenUp,
        min(written_at) FILTER (WHERE state = 'pending') AS oldest
      FROM events`),
  };
}

function relaying(prepare: Prepare) {
  return {
    due: prepare<[number, number], EventRow>(
      `SELECT ${eventColumns} FROM events WHERE state = 'pending' AND due_at <= ? ORDER BY due_at, place LIMIT ?`,
    ),
    nextDue: prepare<[], { at: number | null }>(
      `SELECT min(due_at) AS at FROM events WHERE state = 'pending'`,
    ),
    take: prepare<[object]>(
      'UPDATE events SET relay = @relay, fence = @fence, due_at = @dueAt WHERE id = @id',
    ),
    event: prepare<[string], EventRow>(`SELECT ${eventColumns} FROM events WHERE id = ?`),
    again: prepare<[object]>(
      'UPDATE events SET relay = NULL, due_at = @dueAt, trouble = @trouble WHERE id = @id',
    ),
    end: prepare<[object]>(
      'UPDATE events SET relay = NULL, state = @state, trouble = @trouble WHERE id = @id',
    ),
    // An older event says nothing of where the latest version stands.
    stand: prepare<[object]>(`
      UPDATE orders SET external_reference = coalesce(external_reference, @externalReference),
        confirmed_version = max(confirmed_version, @confirmed),
        state = CASE WHEN version = @version THEN @state ELSE state END
      WHERE id = @id`),
  };
}

function resolving(prepare: Prepare) {
  return {
    keepResolution: prepare<[object]>(`
      INSERT INTO resolutions (id, order_id, version, decision, external_reference, who, why, made_at)
      VALUES (@id, @orderId, @version, @decision, @externalReference, @who, @why, @at)`),
    resolutions: prepare<[object], KeptResolution>(`
      SELECT r.id, r.version, r.decision, r.external_reference AS externalReference, r.who, r.why, r.made_at AS at
      FROM resolutions r JOIN orders o ON o.id = r.order_id
      WHERE o.tenant = @tenant AND o.id = @orderId ORDER BY r.place`),
    endByHand: prepare<[object]>(
      `UPDATE events SET state = 'delivered' WHERE order_id = @orderId AND version = @version`,
    ),
    // The fence goes on counting, so that a relay which held the event before stays behind it.
    tellAgain: prepare<[object]>(`
      UPDATE events SET state = 'pending', due_at = @at, spent = fence
      WHERE order_id = @orderId AND version = @version`),
    stillToDeliver: prepare<[string]>(`UPDATE orders SET state = 'PENDING_ERP' WHERE id = ?`),
  };
}
