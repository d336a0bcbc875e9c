import { jsonAnswer } from '../http/answer.js';
import type { Answer } from '../http/answer.js';
import type { Json } from '../store/records.js';
import type { AnswerForm } from './dialect.js';
import { filledBody, filledText } from './holes.js';
import { isMembers, valueAt, withValueAt } from './pointer.js';

/** Makes the answer of a form: its holes filled, and the record laid in where the form shows it. */
export function answerOf(
  form: AnswerForm,
  values: Readonly<Record<string, string>> = {},
  record: Json = {},
): Answer {
  const headers = Object.fromEntries(
    Object.entries(form.headers).map(([name, text]) => [name, filledText(text, values)]),
  );
  if (form.body === null) return { status: form.status, headers, body: null };
  const body = filledBody(form.body, values);
  if (typeof body === 'string') return { status: form.status, headers, body };
  return jsonAnswer(
    form.status,
    form.recordAt === null ? body : laidIn(body, form.recordAt, record),
    headers,
  );
}

/** The record's members under those that the form itself wants there. */
function laidIn(body: Json, at: string, record: Json): Json {
  return withValueAt(body, at, over(record, valueAt(body, at)));
}

function over(record: Json, own: Json | undefined): Json {
  if (!isMembers(record) || !isMembers(own)) return own ?? record;
  const members = Object.entries(own).map(
    ([name, value]) => [name, over(record[name] ?? {}, value)] as const,
  );
  return { ...record, ...Object.fromEntries(members) };
}
