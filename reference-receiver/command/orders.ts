import { jsonAnswer, type Answer } from '../http/answer.js';
import { readBody } from '../http/body.js';
import { readJsonText } from '../http/json-text.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Caller } from '../parts.js';
import { validChanges } from '../records/validate.js';
import type { Payload } from '../store/records.js';
import { changedEvent } from './order-event.js';
import { placeOrder, type Order } from './order.js';
import { answerPage, pageOf } from './page.js';
import type { CommandParts } from './parts.js';

/** Where an order stands: what was accepted, and how much of it the ERP has confirmed. Throws Refused. */
export async function answerStatus(parts: CommandParts, caller: Caller, id: string): Promise<Answer> {
  const search = { tenant: caller.tenant, by: 'id', value: id, after: 0, limit: 1 } as const;
  const [order] = await parts.commands.orders(search);
  if (order === undefined) throw noOrder();
  return orderAnswer(order);
}

/** The orders of a reference or in a state, or that of a key, page by page. Throws Refused. */
export async function answerOrders(
  parts: CommandParts,
  caller: Caller,
  query: URLSearchParams,
): Promise<Answer> {
  const page = pageOf(query, ['reference', 'key', 'state']);
  return answerPage(page, await parts.commands.orders({ tenant: caller.tenant, ...page }), shown);
}

/** Changes an order that has the version of the If-Match header, and tells the ERP. Throws Refused. */
export async function answerChange(
  parts: CommandParts,
  request: Request,
  { caller, id }: { readonly caller: Caller; readonly id: string },
): Promise<Answer> {
  const expected = versionIn(request.headers.get('if-match'));
  const changes = validChanges(placeOrder, readJsonText(await readBody(request)));
  const eventId = parts.newId('evt_');
  const { tenant } = caller;
  const changed = await parts.commands.change({
    tenant,
    orderId: id,
    expected,
    make: (order) => {
      const content = JSON.stringify({ ...(JSON.parse(order.content) as Payload), ...changes });
      return { content, event: changedEvent(eventId, { ...order, content, version: order.version + 1 }) };
    },
  });
  if (changed.kind === 'absent') throw noOrder();
  if (changed.kind === 'stale') throw staleVersion(changed.version);
  parts.wakeRelay();
  return orderAnswer(changed.order);
}

/** The version that an If-Match header names; throws Refused where it names none. */
export function versionIn(header: string | null): number {
  if (header === null)
    throw new Refused(refusal('version-missing', 'Send the version that was read as If-Match: "N".'));
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version === undefined)
    throw new Refused(refusal('stale-version', 'The If-Match header holds no version such as "1".'));
  return Number(version);
}

/** An order as its caller sees it. */
export function orderAnswer(order: Order): Answer {
  return jsonAnswer(200, shown(order), { etag: `"${order.version}"` });
}

function shown(order: Order): Payload {
  return {
    ...(JSON.parse(order.content) as Payload),
    order_id: order.id,
    version: order.version,
    state: order.state,
    external_reference: order.externalReference,
    confirmed_version: order.confirmedVersion,
  };
}

/** Says that the tenant has no such order. */
export function noOrder(): Refused {
  return new Refused(refusal('not-found', 'There is no such order.'));
}

/** Says that something was decided on a version which is no longer the order's. */
export function staleVersion(version: number): Refused {
  return new Refused(refusal('stale-version', `The order has version ${version}.`));
}
