import { headerOf } from '../../../harness/model/exchange.js';
import { atPointer } from '../../../harness/model/json.js';
import type { Wait } from '../grammar/answers.js';
import { textOf, type AnswerView } from './answer-view.js';

/** Where an answer names its wait, unless the file says otherwise. */
export const standardWaits: readonly Wait[] = [{ header: 'Retry-After', json: null, unit: 'http' }];

/** The wait that an answer asks for, in milliseconds, by the first place that names one; null where none does. */
export function retryAfterMs(waits: readonly Wait[], view: AnswerView, now: () => number): number | null {
  const { answer } = view;
  if (answer.kind === 'lost') return null;
  for (const { header, json, unit } of waits) {
    const text =
      header === null ? textOf(atPointer(view.json, json ?? '')) : headerOf(answer.headers, header);
    if (text === null) continue;
    const ms = inMilliseconds(text.trim(), unit, () => sentAt(headerOf(answer.headers, 'Date'), now));
    if (ms !== null) return ms;
  }
  return null;
}

function inMilliseconds(text: string, unit: Wait['unit'], sent: () => number): number | null {
  const isNumber = /^[0-9]{1,12}(?:\.[0-9]{1,6})?$/.test(text);
  if (isNumber) return Math.round(Number(text) * (unit === 'ms' ? 1 : 1000));
  if (unit !== 'http') return null;
  const date = httpDate(text);
  return date === null ? null : Math.max(0, date - sent());
}

/** A date counts from the answer's own Date, so that two clocks that differ do no harm. */
function sentAt(date: string | null, now: () => number): number {
  return (date === null ? null : httpDate(date)) ?? now();
}

/** An HTTP-date (RFC 9110) in its preferred form; null for what is none. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
