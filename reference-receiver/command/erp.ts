import { jsonAnswer, type Answer } from '../http/answer.js';
import { readBody } from '../http/body.js';
import { readJsonText } from '../http/json-text.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Caller } from '../parts.js';
import type { Json, Payload } from '../store/records.js';
import { hashOf } from './order-event.js';
import { answerPage, pageOf } from './page.js';
import type { CommandParts } from './parts.js';
import type { Delivery, ErpOrder } from './store/command-store.js';

/**
 * Takes a delivery of an event: whatever it had for effect before, it has once, and the answer names the ERP's record. A
 * delivery that contradicts an earlier one of the same event has none, and is kept apart. Throws Refused.
 */
export async function answerDelivery(parts: CommandParts, request: Request): Promise<Answer> {
  if (!parts.isRelay(request)) throw new Refused(refusal('unauthorised', 'Send the credential of a relay.'));
  const content = readJsonText(await readBody(request));
  const delivery = deliveryIn(content, parts.newId('erp_'));
  const reception = await parts.erp.receive(delivery);
  if (reception.kind === 'quarantined') {
    const detail = `Event ${delivery.eventId} came with other content before; this delivery is kept apart.`;
    throw new Refused(refusal('key-reused', detail, { status: 409 }));
  }
  return jsonAnswer(reception.kind === 'applied' ? 201 : 200, {
    event_id: delivery.eventId,
    effect: reception.kind,
    external_reference: reception.externalReference,
  });
}

/** The ERP's records of a reference, page by page. Throws Refused. */
export async function answerErpOrders(
  parts: CommandParts,
  { tenant }: Caller,
  query: URLSearchParams,
): Promise<Answer> {
  const page = pageOf(query, ['reference']);
  return answerPage(page, await parts.erp.orders({ tenant, ...page }), shown);
}

/** One record of the ERP. Throws Refused. */
export async function answerErpOrder(parts: CommandParts, { tenant }: Caller, id: string): Promise<Answer> {
  const [order] = await parts.erp.orders({ tenant, by: 'id', value: id, after: 0, limit: 1 });
  if (order === undefined) throw new Refused(refusal('not-found', 'The ERP has no such order.'));
  return jsonAnswer(200, shown(order));
}

function shown({ id, orderId, version, content }: ErpOrder): Payload {
  return { ...(JSON.parse(content) as Payload), id, order_id: orderId, version };
}

function deliveryIn(content: Json, newId: string): Delivery {
  const delivered = membersOf(content);
  const told = membersOf(delivered['event']);
  const hash = textIn(delivered, 'hash');
  // What was changed on the way is no event of ours; its id must not be taken by it.
  if (hashOf(told) !== hash) throw new Refused(refusal('invalid', 'The hash is not that of the event.'));
  return {
    eventId: textIn(delivered, 'event_id'),
    hash,
    tenant: textIn(told, 'tenant'),
    orderId: textIn(told, 'order_id'),
    version: versionIn(told),
    reference: textIn(told, 'reference'),
    content: JSON.stringify(membersOf(told['content'])),
    newId,
  };
}

function textIn(members: Payload, name: string): string {
  const value = members[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Refused(refusal('invalid', `The delivery lacks the text "${name}".`));
}

function versionIn({ version }: Payload): number {
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) return version;
  throw new Refused(refusal('invalid', 'The delivery lacks a version.'));
}

function membersOf(value: Json | undefined): Payload {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Payload;
  throw new Refused(refusal('invalid', 'An object is missing in the delivery.'));
}
