import type { Answer } from '../http/answer.js';
import { jsonAnswer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import { testControl } from '../http/test-controls.js';
import { readJsonText } from '../http/json-text.js';
import type { Asking, Parts } from '../parts.js';
import type { Json } from '../store/records.js';
import type { Dialect } from './dialect.js';
import { changeInDialect } from './change-in-dialect.js';
import { createInDialect } from './create-in-dialect.js';
import { pollInDialect } from './dialect-jobs.js';
import { readFormBody } from './form-body.js';
import { readInDialect } from './read-in-dialect.js';
import type { ReadRequest } from './request-form.js';

/** Answers one request as a dialect does. Throws only what is the receiver's own fault. */
export async function answerInDialect(
  parts: Parts,
  dialect: Dialect,
  asking: Asking,
  controls: boolean,
): Promise<Answer> {
  try {
    return await route(parts, dialect, asking, controls);
  } catch (error) {
    if (error instanceof Refused) return parts.refused(error.refusal);
    throw error;
  }
}

async function route(parts: Parts, dialect: Dialect, asking: Asking, controls: boolean): Promise<Answer> {
  const { request } = asking;
  const url = new URL(request.url);
  if (url.pathname === '/healthz') return jsonAnswer(200, { status: 'ok' });
  if (controls && url.pathname.startsWith('/__test/')) return testControl(parts, request, url.pathname);
  const caller = parts.callerOf(request);
  if (caller === undefined) return parts.unauthorised(parts, asking);
  const text = isBodiless(request) ? '' : await parts.textOf(request);
  const body = text === '' ? undefined : contentOf(text, dialect.creates[0]?.contentType ?? '');
  const asked: ReadRequest = { request, url, body };
  const answered =
    pollInDialect(parts, dialect, caller, asked) ??
    readInDialect(parts, dialect, caller, asked) ??
    changeInDialect(parts, dialect, caller, asked) ??
    (await createInDialect(parts, dialect, { ...asking, caller, text }, asked));
  if (answered !== undefined) return answered;
  throw new Refused(refusal('not-found', 'There is no such route.'));
}

/** Over sockets every request but a GET has a stream, be there anything in it or not; its headers tell. */
function isBodiless({ body, headers }: Request): boolean {
  const says = ['content-type', 'content-length', 'transfer-encoding'].some((name) => headers.has(name));
  return body === null || !says || headers.get('content-length') === '0';
}

function contentOf(text: string, contentType: string): Json {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  if (isForm) return readFormBody(text);
  return /json/.test(contentType) ? readJsonText(text) : text;
}
