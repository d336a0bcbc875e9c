import { answerOf, withValueAt, type AnswerForm } from '../../../reference-receiver/index.js';
import type { Answer, Header } from '../../harness/model/exchange.js';
import type { Json } from '../../harness/model/json.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import { matches, viewOf } from '../yaml/codec/answer-view.js';
import { recognised, type Recognition } from '../yaml/codec/recognise.js';
import type { Condition, Conditions, Extractor } from '../yaml/grammar/answers.js';
import { sampleText } from './sample-text.js';

/** What an answer is wanted to say. */
export interface Wanted {
  readonly kind: OutcomeKind;
  /** Statuses that are best, the best first; one of them is taken where a rule names none. */
  readonly statuses: readonly number[];
  /** An id as the receiver makes them, which must be read from the answer; null where it names none. */
  readonly id: string | null;
}

/** The job that an answer names while its form is tried. */
export const sampleJob = '1042';

/** Conditions that every answer fulfils. */
export const anyAnswer: readonly Conditions[] = [
  { status: null, header: null, json: null, body_regex: null, transport: null },
];

/** A text that an answer must name, with its holes, and where it is looked for. */
interface Named {
  readonly text: string;
  readonly at: readonly Extractor[];
}

/** The form of the best answer that the recognisers read as what is wanted; null where no rule gives one. */
export function formOf(recognition: Recognition, wanted: Wanted): AnswerForm | null {
  const rules = recognition.recognisers.filter(({ is }) => is === wanted.kind);
  const forms = rules.flatMap(({ when, id }) =>
    when.flatMap((conditions) =>
      formsFor(conditions, wanted.statuses, namedId(wanted, id ?? recognition.id)),
    ),
  );
  const read = forms.filter((form) => {
    const outcome = recognised(recognition, sampleAnswer(form, wanted.id));
    return outcome.kind === wanted.kind && (wanted.id === null || outcome.id === wanted.id);
  });
  return (
    read.toSorted(
      (one, other) => rank(one.status, wanted.statuses) - rank(other.status, wanted.statuses),
    )[0] ?? null
  );
}

/** The form of an answer that fulfils conditions, and whose id is found by the extractors where one is wanted. */
export function formFulfilling(
  when: readonly Conditions[],
  wanted: Pick<Wanted, 'statuses' | 'id'> & { readonly extractors?: readonly Extractor[] },
): AnswerForm | null {
  const named = namedId(wanted, wanted.extractors ?? []);
  const forms = when.flatMap((conditions) => formsFor(conditions, wanted.statuses, named));
  return forms.find((form) => matches(when, viewOf(sampleAnswer(form, wanted.id)))) ?? null;
}

/** The answer that a form makes, as a sender sees it. */
export function sampleAnswer(form: AnswerForm, id: string | null): Answer {
  const { status, headers, body } = answerOf(form, {
    id: id ?? '',
    job: sampleJob,
    retry_after_s: '1',
    retry_after_ms: '1000',
  });
  return {
    kind: 'answered',
    status,
    headers: Object.entries(headers).map((one): Header => one),
    body: body ?? '',
  };
}

/** An answer with nothing but a status. */
export function bareForm(status: number): AnswerForm {
  return { status, headers: {}, body: status === 204 ? null : {}, recordAt: null };
}

function namedId({ id }: Pick<Wanted, 'id'>, at: readonly Extractor[]): Named | null {
  return id === null ? null : { text: '{{id}}', at };
}

/** Forms that fulfil conditions and name a text where one is wanted; whether they are read as they should be is the caller's affair. */
export function formsFor(
  conditions: Conditions,
  statuses: readonly number[],
  named: Named | null,
): readonly AnswerForm[] {
  if (conditions.transport !== null) return [];
  const bases = statusesFor(conditions, statuses).map((status) => baseForm(conditions, status));
  return named === null
    ? bases
    : bases.flatMap((form) => named.at.flatMap((extractor) => withText(form, extractor, named.text)));
}

function statusesFor({ status }: Conditions, best: readonly number[]): readonly number[] {
  if (status === null) return best;
  const named = status.flatMap((one) =>
    typeof one === 'number'
      ? [one]
      : [...best.filter((each) => inClass(each, one)), Number(one.replace('xx', '00'))],
  );
  return [...new Set(named)].toSorted((one, other) => rank(one, best) - rank(other, best));
}

function rank(status: number, best: readonly number[]): number {
  return best.includes(status) ? best.indexOf(status) : best.length;
}

function inClass(status: number, name: string): boolean {
  return String(status).startsWith(name.charAt(0));
}

function baseForm(conditions: Conditions, status: number): AnswerForm {
  const { header, json, body_regex: bodyRegex } = conditions;
  const headers = Object.entries(header ?? {}).flatMap(([name, condition]) => {
    const value = valueFor(condition);
    return value === undefined
      ? []
      : [[name.toLowerCase(), typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  const isEmpty = status === 204 || status === 304;
  const body = isEmpty ? null : bodyRegex === null ? membersFor(json ?? {}) : sampleText(bodyRegex);
  return { status, headers: Object.fromEntries(headers) as Record<string, string>, body, recordAt: null };
}

function membersFor(json: Readonly<Record<string, Condition>>): Json {
  let body: Json = {};
  for (const [pointer, condition] of Object.entries(json)) {
    const value = valueFor(condition);
    if (value !== undefined) body = withValueAt(pointer.startsWith('/0') ? [] : body, pointer, value);
  }
  return body;
}

/** A value that a condition holds for; undefined where nothing must be there. */
function valueFor({ equals, in: values, regex, exists }: Condition): Json | undefined {
  if (equals !== undefined) return equals;
  if (values !== null) return values[0];
  if (regex !== null) return sampleText(regex);
  return exists === true ? 'given' : undefined;
}

/** The form with a text where the extractor looks for it, and the record around the text where that is its id. */
function withText(
  form: AnswerForm,
  { json, header, regex }: Extractor,
  named: string,
): readonly AnswerForm[] {
  const text = regex === null ? named : sampleText(regex, named);
  if (header !== null) return [{ ...form, headers: { ...form.headers, [header.toLowerCase()]: text } }];
  if (form.body === null) return [];
  if (json === null) return [{ ...form, body: text }];
  if (typeof form.body === 'string') return [];
  const recordAt = regex === null && named === '{{id}}' ? json.slice(0, json.lastIndexOf('/')) : null;
  const list = json.startsWith('/0') && JSON.stringify(form.body) === '{}';
  return [{ ...form, body: withValueAt(list ? [] : form.body, json, text), recordAt }];
}
