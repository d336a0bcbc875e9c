import type { Database } from 'better-sqlite3';
import type {
  Delivery,
  ErpOrder,
  ErpStore,
  Placed,
  QuarantinedDelivery,
  Reception,
} from '../command-store.js';
import type { SqlitePlace } from './place.js';

/** The ERP's tables in SQLite. */
export function openErp(place: SqlitePlace): ErpStore {
  const sql = statementsOf(place.database);
  return {
    receive: async (delivery) => place.atomically(() => received(place, sql, delivery)),
    orders: async ({ by, ...search }) => sql.orderBy[by].all(search),
    quarantine: async () => sql.quarantined.all(),
  };
}

type Statements = ReturnType<typeof statementsOf>;

function received({ rules }: SqlitePlace, sql: Statements, delivery: Delivery): Reception {
  const { eventId, hash, orderId, newId, content } = delivery;
  const known = rules.inbox === 'remembers' ? sql.known.get(eventId) : undefined;
  if (known !== undefined && known.hash !== hash) {
    sql.putAside.run(eventId, hash, content);
    return { kind: 'quarantined' };
  }
  if (known !== undefined) return { kind: 'duplicate', externalReference: known.recordId };
  const boundary = rules.inbox === 'remembers' ? orderId : newId;
  const apply = rules.standing === 'newest' ? sql.applyNewer : sql.applyAny;
  const applied = apply.get({ ...delivery, boundary });
  const id = applied?.id ?? sql.recordOf.get(boundary)?.id;
  if (id === undefined) throw new Error('A record stood in the way, and is not there.');
  sql.remember.run(eventId, hash, id);
  return { kind: applied === undefined ? 'superseded' : 'applied', externalReference: id };
}

function statementsOf(database: Database) {
  const apply = (unless: string) =>
    database.prepare<[Delivery & { boundary: string }], { id: string }>(`
      INSERT INTO erp_orders (id, boundary, order_id, tenant, reference, version, content)
      VALUES (@newId, @boundary, @orderId, @tenant, @reference, @version, @content)
      ON CONFLICT (boundary) DO UPDATE SET version = excluded.version, content = excluded.content ${unless}
      RETURNING id`);
  const select = (where: string) =>
    database.prepare<[object], Placed<ErpOrder>>(`
      SELECT place, id, order_id AS orderId, version, content FROM erp_orders
      WHERE tenant = @tenant AND ${where} = @value AND place > @after ORDER BY place LIMIT @limit`);
  return {
    known: database.prepare<[string], { hash: string; recordId: string }>(
      'SELECT hash, record_id AS recordId FROM erp_inbox WHERE event_id = ?',
    ),
    remember: database.prepare<[string, string, string]>(
      'INSERT INTO erp_inbox (event_id, hash, record_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    putAside: database.prepare<[string, string, string]>(
      'INSERT INTO erp_quarantine (event_id, hash, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    applyNewer: apply('WHERE excluded.version > erp_orders.version'),
    applyAny: apply(''),
    recordOf: database.prepare<[string], { id: string }>('SELECT id FROM erp_orders WHERE boundary = ?'),
    orderBy: { id: select('id'), reference: select('reference') },
    quarantined: database.prepare<[], QuarantinedDelivery>(
      'SELECT event_id AS eventId, hash, content FROM erp_quarantine ORDER BY place',
    ),
  };
}
