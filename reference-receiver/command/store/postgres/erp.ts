import type {
  Delivery,
  ErpOrder,
  ErpStore,
  Placed,
  QuarantinedDelivery,
  Reception,
} from '../command-store.js';
import type { Ask } from './database.js';
import type { PostgresPlace } from './place.js';

/** The ERP's tables in PostgreSQL. */
export function openErp({ database, rules }: PostgresPlace): ErpStore {
  return {
    receive: (delivery) =>
      database.atomically(async (ask) => {
        if (rules.inbox === 'forgets') return applied(ask, delivery, delivery.newId, applyAny);
        const known = await recognised(ask, delivery);
        if (known !== null) return known;
        const apply = rules.standing === 'newest' ? applyNewer : applyAny;
        const reception = await applied(ask, delivery, delivery.orderId, apply);
        await ask(rememberRecord, [delivery.eventId, reception.externalReference]);
        return reception;
      }),
    orders: ({ tenant, by, value, after, limit }) =>
      database.ask<Placed<ErpOrder>>(orderBy[by], [tenant, value, after, limit]),
    quarantine: () => database.ask<QuarantinedDelivery & { readonly [name: string]: unknown }>(quarantined),
  };
}

/** What the inbox knows of an event; null where it has just been written down. Another delivery of it waits for this one. */
async function recognised(ask: Ask, { eventId, hash, content }: Delivery): Promise<Reception | null> {
  const taken = await ask(remember, [eventId, hash]);
  if (taken.length === 1) return null;
  const [known] = await ask<{ hash: string; recordId: string }>(recall, [eventId]);
  if (known === undefined) throw new Error('An event stood in the way, and is not there.');
  if (known.hash === hash) return { kind: 'duplicate', externalReference: known.recordId };
  await ask(putAside, [eventId, hash, content]);
  return { kind: 'quarantined' };
}

async function applied(
  ask: Ask,
  { newId, orderId, tenant, reference, version, content }: Delivery,
  boundary: string,
  apply: string,
): Promise<Exclude<Reception, { kind: 'quarantined' }>> {
  const values = [newId, boundary, orderId, tenant, reference, version, content];
  const [written] = await ask<{ id: string }>(apply, values);
  if (written !== undefined) return { kind: 'applied', externalReference: written.id };
  const [held] = await ask<{ id: string }>(recordOf, [boundary]);
  if (held === undefined) throw new Error('A record stood in the way, and is not there.');
  return { kind: 'superseded', externalReference: held.id };
}

const remember = `
  INSERT INTO erp_inbox (event_id, hash, record_id) VALUES ($1, $2, '') ON CONFLICT DO NOTHING RETURNING event_id`;
const recall = `SELECT hash, record_id AS "recordId" FROM erp_inbox WHERE event_id = $1`;
const rememberRecord = `UPDATE erp_inbox SET record_id = $2 WHERE event_id = $1`;
const putAside = `
  INSERT INTO erp_quarantine (event_id, hash, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const recordOf = `SELECT id FROM erp_orders WHERE boundary = $1`;
const quarantined = `SELECT event_id AS "eventId", hash, content FROM erp_quarantine ORDER BY place`;

const applying = (unless: string): string => `
  INSERT INTO erp_orders (id, boundary, order_id, tenant, reference, version, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (boundary) DO UPDATE SET version = excluded.version, content = excluded.content ${unless}
  RETURNING id`;
const applyNewer = applying('WHERE excluded.version > erp_orders.version');
const applyAny = applying('');

const selecting = (column: string): string => `
  SELECT place, id, order_id AS "orderId", version, content FROM erp_orders
  WHERE tenant = $1 AND ${column} = $2 AND place > $3 ORDER BY place LIMIT $4`;
const orderBy = { id: selecting('id'), reference: selecting('reference') };
