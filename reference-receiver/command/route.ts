import { jsonAnswer, type Answer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import { byMethod } from '../http/by-method.js';
import type { Caller } from '../parts.js';
import { answerDelivery, answerErpOrder, answerErpOrders } from './erp.js';
import { placeOrder } from './order.js';
import { answerChange, answerOrders, answerStatus } from './orders.js';
import type { CommandParts } from './parts.js';
import { answerCommand } from './place-order.js';
import { answerResolution, answerResolutions } from './resolutions.js';

/** Where relays deliver events to the ERP. */
export const inboxPath = '/erp/inbox';

/** Answers one request to the command API, or to the ERP behind it. Throws Refused. */
export async function route(parts: CommandParts, request: Request): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/healthz') return byMethod(request, { GET: () => jsonAnswer(200, { status: 'ok' }) });
  if (pathname === inboxPath) return byMethod(request, { POST: () => answerDelivery(parts, request) });
  const [, resolved] = /^\/v1\/orders\/([^/]+)\/resolutions$/.exec(pathname) ?? [];
  if (resolved !== undefined) return resolutionsOf(parts, request, resolved);
  const caller = parts.callerOf(request);
  // Before anything else is looked at: who may not ask learns nothing.
  if (caller === undefined) throw new Refused(refusal('unauthorised', 'Send a valid bearer token.'));
  if (pathname === placeOrder.route)
    return byMethod(request, {
      GET: () => answerOrders(parts, caller, searchParams),
      POST: () => answerCommand(parts, request, caller),
    });
  if (pathname === '/v1/backlog') return byMethod(request, { GET: () => answerBacklog(parts) });
  if (pathname === '/erp/orders')
    return byMethod(request, { GET: () => answerErpOrders(parts, caller, searchParams) });
  return item(parts, request, caller);
}

function item(parts: CommandParts, request: Request, caller: Caller): Promise<Answer> {
  const { pathname } = new URL(request.url);
  const [, place, id] = /^(\/v1\/orders|\/erp\/orders)\/([^/]+)$/.exec(pathname) ?? [];
  if (place === undefined || id === undefined)
    throw new Refused(refusal('not-found', 'There is no such route.'));
  if (place === '/erp/orders') return byMethod(request, { GET: () => answerErpOrder(parts, caller, id) });
  return byMethod(request, {
    GET: () => answerStatus(parts, caller, id),
    PATCH: () => answerChange(parts, request, { caller, id }),
  });
}

function resolutionsOf(parts: CommandParts, request: Request, id: string): Promise<Answer> {
  const operator = parts.operatorOf(request);
  if (operator === undefined)
    throw new Refused(refusal('unauthorised', 'Send the credential of an operator.'));
  const asked = { tenant: operator.tenant, id };
  return byMethod(request, {
    GET: () => answerResolutions(parts, asked),
    POST: () => answerResolution(parts, request, asked),
  });
}

async function answerBacklog({ commands }: CommandParts): Promise<Answer> {
  const { pending, delivered, quarantined, givenUp, oldestPendingMs } = await commands.backlog();
  return jsonAnswer(200, {
    pending,
    delivered,
    quarantined,
    given_up: givenUp,
    oldest_pending_ms: oldestPendingMs,
  });
}
