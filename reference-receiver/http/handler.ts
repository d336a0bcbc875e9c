import { create } from '../create/intake.js';
import type { Asking, Caller, Parts } from '../parts.js';
import { operations } from '../records/operations.js';
import type { Operation } from '../records/operations.js';
import { answerRead, answerSearch, noRecord } from '../records/reads.js';
import { answerUpdate } from '../records/update.js';
import { jsonAnswer } from './answer.js';
import type { Answer } from './answer.js';
import { byMethod } from './by-method.js';
import { Refused, refusal } from './refusal.js';
import { testControl } from './test-controls.js';

/** Answers one request; every refusal becomes a problem document. Throws only what is the receiver's own fault. */
export async function answer(parts: Parts, asking: Asking, controls: boolean): Promise<Answer> {
  try {
    return await route(parts, asking, controls);
  } catch (error) {
    if (error instanceof Refused) return parts.refused(error.refusal);
    throw error;
  }
}

async function route(parts: Parts, asking: Asking, controls: boolean): Promise<Answer> {
  const { request } = asking;
  const url = new URL(request.url);
  if (url.pathname === '/healthz') return byMethod(request, { GET: () => jsonAnswer(200, { status: 'ok' }) });
  if (controls && url.pathname.startsWith('/__test/')) return testControl(parts, request, url.pathname);
  if (!url.pathname.startsWith('/v1/')) throw nothingHere();
  // Before anything else is looked at: who may not ask learns nothing.
  const caller = parts.callerOf(request);
  if (caller === undefined) return parts.unauthorised(parts, asking);
  for (const operation of operations) {
    if (url.pathname === operation.route)
      return collection(parts, asking, caller, operation, url.searchParams);
    const id = idIn(url.pathname, operation);
    if (id !== undefined) return item(parts, request, caller, operation, id);
  }
  throw nothingHere();
}

function collection(
  parts: Parts,
  asking: Asking,
  caller: Caller,
  operation: Operation,
  query: URLSearchParams,
): Promise<Answer> {
  return byMethod(asking.request, {
    GET: () => answerSearch(parts, caller, operation, query),
    POST: () => create(parts, asking, caller, operation),
  });
}

function item(
  parts: Parts,
  request: Request,
  caller: Caller,
  operation: Operation,
  id: string,
): Promise<Answer> {
  const read = { GET: () => answerRead(parts, caller, operation, id) };
  if (!operation.editable) return byMethod(request, read);
  return byMethod(request, {
    ...read,
    PATCH: () => answerUpdate(parts, request, caller, operation, id),
    DELETE: () => remove(parts, caller, operation, id),
  });
}

function remove(parts: Parts, caller: Caller, operation: Operation, id: string): Answer {
  if (!parts.store.records.remove(caller.tenant, operation.kind, id)) throw new Refused(noRecord());
  return { status: 204, headers: {}, body: null };
}

function idIn(path: string, { route: collectionPath }: Operation): string | undefined {
  const id = path.startsWith(`${collectionPath}/`) ? path.slice(collectionPath.length + 1) : '';
  return id === '' || id.includes('/') ? undefined : id;
}

function nothingHere(): Refused {
  return new Refused(refusal('not-found', 'There is no such route.'));
}
