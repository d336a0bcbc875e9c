import type { Answer } from '../../../harness/model/exchange.js';
import { atPointer, parseJson, sameJson, type Json } from '../../../harness/model/json.js';
import type { Condition, Conditions, Extractor } from '../grammar/answers.js';
import { foundIn } from '../reading/bounded-match.js';

/** How much of a body, and of a header or JSON text, patterns are run on: beyond it nothing is matched. */
const mostBody = 65_536;
const mostText = 8192;

/** An answer that is read several times: its body is parsed once. */
export interface AnswerView {
  readonly answer: Answer;
  /** The body as JSON, `undefined` where it is none or where no answer came. */
  readonly json: Json | undefined;
}

/** Opens an answer for reading. */
export function viewOf(answer: Answer): AnswerView {
  // JSON is UTF-8: what is not is none, whatever can be read of it (RFC 8259, section 8.1).
  const isText = answer.kind === 'answered' && !isMalformed(answer);
  return { answer, json: isText ? exactJson(answer.body) : undefined };
}

/** True where some of the body is no text in its encoding, so that nobody knows what it says. */
export function isMalformed(answer: Answer): boolean {
  return answer.kind === 'answered' && answer.malformed === true;
}

/** JSON in which whole numbers that JavaScript would round are kept as text: an id off by one is another record. */
function exactJson(text: string): Json | undefined {
  const value = parseJson(text);
  if (value === undefined || !/[0-9]{16}/.test(text)) return value;
  // Each token is taken whole: to look behind digits for what follows them takes hours on some megabytes of them.
  const quoted = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g, (token) =>
    /^-?[0-9]+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return parseJson(quoted) ?? value;
}

/** True when one of the sets of conditions holds as a whole. */
export function matches(when: readonly Conditions[], view: AnswerView): boolean {
  return when.some((conditions) => allHold(conditions, view));
}

function allHold(conditions: Conditions, view: AnswerView): boolean {
  const { answer } = view;
  if (answer.kind === 'lost') return conditions.transport?.includes(answer.how) ?? false;
  if (conditions.transport !== null) return false;
  const { status, header, json, body_regex: bodyRegex } = conditions;
  if (status !== null && !status.some((one) => isStatus(answer.status, one))) return false;
  if (header !== null) {
    const held = Object.entries(header).every(([name, condition]) => headerHolds(view, name, condition));
    if (!held) return false;
  }
  if (json !== null) {
    if (view.json === undefined) return false;
    const held = Object.entries(json).every(([at, condition]) => holds(condition, atPointer(view.json, at)));
    if (!held) return false;
  }
  return bodyRegex === null || foundIn(answer.body.slice(0, mostBody), bodyRegex) !== null;
}

/** True when a status is the one named, or of the class named, such as `2xx`. */
export function isStatus(status: number, named: number | string): boolean {
  return typeof named === 'number' ? status === named : String(status).startsWith(named.charAt(0));
}

/** Several lines of one name: one that holds is enough. */
function headerHolds({ answer }: AnswerView, name: string, condition: Condition): boolean {
  const wanted = name.toLowerCase();
  const headers = answer.kind === 'answered' ? answer.headers : [];
  const lines = headers.filter(([spelled]) => spelled.toLowerCase() === wanted);
  const wordly = inText(condition);
  if (lines.length === 0) return holds(wordly, undefined);
  return lines.some(([, value]) => holds(wordly, value));
}

/** A header is text: `equals: true` and `equals: 1` mean the words. */
function inText(condition: Condition): Condition {
  const { equals, in: values } = condition;
  return {
    ...condition,
    equals: textOf(equals) ?? equals,
    in: values === null ? null : values.map((value) => textOf(value) ?? value),
  };
}

function holds(condition: Condition, value: Json | undefined): boolean {
  const { equals, regex, exists, in: values } = condition;
  if (exists !== null && (value !== undefined) !== exists) return false;
  if (equals !== undefined && !sameJson(value, equals)) return false;
  if (values !== null && !values.some((one) => sameJson(one, value))) return false;
  if (regex === null) return true;
  const text = textOf(value);
  return text !== null && foundIn(text.slice(0, mostText), regex) !== null;
}

/** What the first extractor that finds anything takes from the answer, or null. */
export function extracted(extractors: readonly Extractor[], view: AnswerView): string | null {
  for (const extractor of extractors) {
    const text = taken(extractor, view);
    if (text !== null && text !== '') return text;
  }
  return null;
}

function taken(extractor: Extractor, view: AnswerView): string | null {
  if (view.answer.kind === 'lost') return null;
  const source = sourceText(extractor, view, view.answer);
  if (source === null || extractor.regex === null) return source;
  const longest = extractor.body === null ? mostText : mostBody;
  const found = foundIn(source.slice(0, longest), extractor.regex);
  return found === null ? null : (found[1] ?? found[0]);
}

function sourceText(
  { json, header }: Extractor,
  view: AnswerView,
  answer: Extract<Answer, { kind: 'answered' }>,
): string | null {
  if (json !== null) return textOf(atPointer(view.json, json));
  if (header === null) return answer.body;
  const wanted = header.toLowerCase();
  const value = answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  return value !== null && addresses.includes(wanted) ? oneAddress(value) : value;
}

const addresses: readonly string[] = ['location', 'content-location'];

/** An address has no blanks, so these are between several lines that were joined; they name one thing, or nothing. */
function oneAddress(value: string): string | null {
  const [first = '', ...others] = value.split(/,[ \t]/).map((each) => each.trim());
  return others.every((each) => each === first) ? first : null;
}

/** A scalar as text: ids and cursors may be numbers. Null for all else. */
export function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** An answer in a few words, for reasons. */
export function answerInWords(answer: Answer): string {
  return answer.kind === 'lost' ? `no answer came (${answer.how})` : `status ${answer.status}`;
}
