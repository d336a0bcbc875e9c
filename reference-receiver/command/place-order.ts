import { canonicalJson, digestOf } from '../create/fingerprint.js';
import { keyOf } from '../create/key.js';
import { jsonAnswer, type Answer } from '../http/answer.js';
import { readBody } from '../http/body.js';
import { readJsonText } from '../http/json-text.js';
import type { Moment } from '../http/mishaps.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Caller } from '../parts.js';
import { validPayload } from '../records/validate.js';
import type { Payload } from '../store/records.js';
import { acceptedEvent } from './order-event.js';
import { placeOrder } from './order.js';
import type { CommandParts } from './parts.js';
import type { Acceptance, Command } from './store/command-store.js';

/**
 * Takes a command: 202 with ids that stay, once receipt, order and event are committed. Whatever is refused has left
 * nothing, so a corrected request may use the same key. Throws Refused.
 */
export async function answerCommand(parts: CommandParts, request: Request, caller: Caller): Promise<Answer> {
  const { mishaps, clock, commands } = parts;
  const retryAfterS = mishaps.takeThrottle();
  if (retryAfterS !== undefined) throw throttled(retryAfterS);
  const reading = keyOf(request.headers.get('idempotency-key'));
  if ('refusal' in reading) throw new Refused(reading.refusal);
  const payload = validPayload(placeOrder, readJsonText(await readBody(request)));
  const command = commandOf(parts, { caller, key: reading.key, payload });
  const { slowMs, failure } = mishaps.take();
  const meet = (at: 'before' | 'half-way'): void => {
    if (failure?.at === at) throw failed(failure.status);
  };
  meet('before');
  const acceptance = await commands.accept(command, (moment: Moment) => {
    mishaps.reached(moment);
    if (moment === 'written') meet('half-way');
  });
  if (acceptance.kind === 'accepted') parts.wakeRelay();
  // All is committed by now, so a caller that does not wait for the answer has to ask again.
  if (slowMs > 0) await clock.sleep(slowMs);
  return answerTo(acceptance);
}

function commandOf(
  parts: CommandParts,
  asked: { readonly caller: Caller; readonly key: string; readonly payload: Payload },
): Command {
  const { newId, retentionMs } = parts;
  const { caller, key, payload } = asked;
  const [id, orderId, eventId] = [newId('cmd_'), newId(placeOrder.idPrefix), newId('evt_')];
  // Both are texts: the content has been held to the rules of its members.
  const reference = payload['reference'] as string;
  const content = JSON.stringify(payload);
  const order = { id: orderId, tenant: caller.tenant, reference, content };
  return {
    id,
    tenant: caller.tenant,
    operation: placeOrder.kind,
    key,
    intent: payload['business_intent_id'] as string,
    hash: digestOf(canonicalJson(payload)),
    order,
    event: acceptedEvent(eventId, order),
    answer: (ofOrder) =>
      JSON.stringify({
        command_id: id,
        order_id: ofOrder,
        status: 'ACCEPTED',
        status_url: statusUrl(ofOrder),
      }),
    retentionMs,
  };
}

function statusUrl(orderId: string): string {
  return `${placeOrder.route}/${orderId}`;
}

function answerTo(acceptance: Acceptance): Answer {
  switch (acceptance.kind) {
    case 'accepted':
      return accepted(acceptance, {});
    case 'replayed':
      return accepted(acceptance, { 'idempotent-replayed': 'true' });
    case 'key-reused':
      throw new Refused(
        refusal('key-reused', 'The key came with other content before; it is not carried out.'),
      );
    case 'intent-taken': {
      const detail = `The intent has order ${acceptance.orderId}, whose content is another.`;
      throw new Refused(refusal('intent-taken', detail));
    }
  }
}

function accepted(
  { answer, orderId }: { readonly answer: string; readonly orderId: string },
  headers: Readonly<Record<string, string>>,
): Answer {
  return jsonAnswer(202, JSON.parse(answer), { location: statusUrl(orderId), ...headers });
}

function throttled(retryAfterS: number): Refused {
  const detail = `Nothing was stored; ask again in ${retryAfterS} s.`;
  return new Refused(refusal('throttled', detail, { headers: { 'retry-after': String(retryAfterS) } }));
}

function failed(status: number): Refused {
  return new Refused(refusal('failed', 'The command failed, and nothing of it was kept.', { status }));
}
