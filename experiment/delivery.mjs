import { performance } from 'node:perf_hooks';
import { orderOf } from './client.mjs';
import { drained } from './scenarios.mjs';

/** Has so many orders delivered, and holds what the command API says of each against what the ERP has. */
export async function deliverAndReconcile(client, { reference, count }) {
  const began = performance.now();
  const names = Array.from({ length: count }, (_, at) => `${reference}-${at}`);
  await Promise.all(names.map((name) => client.place(`key-${name}`, orderOf(name, reference))));
  await drained(client);
  return { count, tookMs: performance.now() - began, ...(await reconciled(client, reference)) };
}

/** Order by order: is it confirmed, and does the ERP hold it once, by that id and with that content? */
export async function reconciled(client, reference) {
  const orders = await client.orders(reference);
  const records = await client.records(reference);
  const recordsOf = grouped(records);
  const discrepancies = orders.filter((order) => {
    const [record, ...more] = recordsOf.get(order.order_id) ?? [];
    return !(
      record !== undefined &&
      more.length === 0 &&
      order.state === 'CONFIRMED' &&
      order.external_reference === record.id &&
      order.version === record.version &&
      order.business_intent_id === record.business_intent_id &&
      order.amount === record.amount
    );
  });
  const known = new Set(orders.map(({ order_id: id }) => id));
  const strangers = records.filter(({ order_id: id }) => !known.has(id));
  return {
    orders: orders.length,
    records: records.length,
    discrepancies: discrepancies.length + strangers.length,
  };
}

function grouped(records) {
  const groups = new Map();
  for (const record of records) groups.set(record.order_id, [...(groups.get(record.order_id) ?? []), record]);
  return groups;
}
