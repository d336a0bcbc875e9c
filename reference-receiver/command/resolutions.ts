import { jsonAnswer, type Answer } from '../http/answer.js';
import { readBody } from '../http/body.js';
import { readJsonText } from '../http/json-text.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Operation } from '../records/operations.js';
import { validPayload } from '../records/validate.js';
import type { Json } from '../store/records.js';
import { column } from './order.js';
import { noOrder, orderAnswer, staleVersion, versionIn } from './orders.js';
import type { CommandParts } from './parts.js';
import type { KeptResolution, OperatorDecision, Resolved } from './store/command-store.js';

/** Whose order it is, and which. */
interface OrderAsked {
  readonly tenant: string;
  readonly id: string;
}

const decisions = ['held', 'deliver-again'];

const resolution: Operation = {
  kind: 'resolution',
  route: '/v1/orders/{id}/resolutions',
  idPrefix: 'res_',
  fields: {
    decision: (value) =>
      typeof value === 'string' && decisions.includes(value) ? undefined : `one of ${decisions.join(', ')}`,
    external_reference: column(200),
    who: column(200),
    why: column(2_000),
  },
  required: ['decision', 'who', 'why'],
  fixed: [],
  editable: false,
};

/**
 * Takes from an operator what becomes of an order of which nobody knows whether the ERP has it: it is held there under an
 * id, or its event goes out again, which the ERP's inbox makes harmless. Throws Refused.
 */
export async function answerResolution(
  parts: CommandParts,
  request: Request,
  { tenant, id }: OrderAsked,
): Promise<Answer> {
  const expected = versionIn(request.headers.get('if-match'));
  const said = validPayload(resolution, readJsonText(await readBody(request)));
  const resolved = await parts.commands.resolve({
    id: parts.newId(resolution.idPrefix),
    tenant,
    orderId: id,
    expected,
    decision: decisionIn(said['decision'], said['external_reference']),
    // Both are texts: the content has been held to the rules of its members.
    who: said['who'] as string,
    why: said['why'] as string,
  });
  if (resolved.kind !== 'resolved') throw refusedAs(resolved);
  parts.wakeRelay();
  return orderAnswer(resolved.order);
}

/** What operators decided of an order, and who and why, the oldest first. */
export async function answerResolutions(
  { commands }: CommandParts,
  { tenant, id }: OrderAsked,
): Promise<Answer> {
  return jsonAnswer(200, { data: (await commands.resolutions(tenant, id)).map(shown) });
}

function decisionIn(decision: Json | undefined, reference: Json | undefined): OperatorDecision {
  if (decision === 'held' && typeof reference === 'string')
    return { kind: 'held', externalReference: reference };
  if (decision === 'deliver-again' && reference === undefined) return { kind: 'deliver-again' };
  const detail = 'Name "external_reference" where the ERP holds the order, and nowhere else.';
  throw new Refused(refusal('invalid', detail));
}

function refusedAs(resolved: Exclude<Resolved, { kind: 'resolved' }>): Refused {
  switch (resolved.kind) {
    case 'absent':
      return noOrder();
    case 'stale':
      return staleVersion(resolved.version);
    case 'not-unknown':
      return new Refused(
        refusal('not-unknown', `The order is ${resolved.state}; nothing is left to decide.`),
      );
    case 'other-record': {
      const detail = `The ERP named ${resolved.externalReference} for an earlier version of the order.`;
      return new Refused(refusal('other-record', detail));
    }
  }
}

function shown({ externalReference, at, ...kept }: KeptResolution): Readonly<Record<string, Json>> {
  return { ...kept, external_reference: externalReference, at: new Date(at).toISOString() };
}
