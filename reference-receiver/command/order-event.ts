import { canonicalJson, digestOf } from '../create/fingerprint.js';
import type { Json, Payload } from '../store/records.js';
import type { Order } from './order.js';
import type { OrderEvent } from './store/command-store.js';

type Told = Pick<Order, 'id' | 'tenant' | 'reference' | 'content'>;

/** The event of an order that was accepted. */
export function acceptedEvent(id: string, order: Told): OrderEvent {
  return orderEvent(id, 'sales-order.accepted', { ...order, version: 1 });
}

/** The event of an order that was changed to this version. */
export function changedEvent(id: string, order: Told & Pick<Order, 'version'>): OrderEvent {
  return orderEvent(id, 'sales-order.changed', order);
}

/** It tells the whole order and not only what changed, so that it means the same whatever came before it. */
function orderEvent(id: string, type: OrderEvent['type'], order: Told & Pick<Order, 'version'>): OrderEvent {
  const { id: orderId, tenant, reference, version } = order;
  const content = JSON.parse(order.content) as Payload;
  const told = { type, order_id: orderId, tenant, reference, version, content };
  return { id, orderId, version, type, hash: hashOf(told), body: JSON.stringify(told) };
}

/** The digest of what an event tells, by which the ERP knows it again. */
export function hashOf(told: Json): string {
  return digestOf(canonicalJson(told));
}
