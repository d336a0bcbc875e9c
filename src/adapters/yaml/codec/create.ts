import type { ActionFacts } from '../../../harness/model/action.js';
import type { CreateCodec } from '../../../harness/model/adapter.js';
import type { Header, PreparedRequest } from '../../../harness/model/exchange.js';
import { isJsonObject, withPointer, type Json } from '../../../harness/model/json.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import { filled, uses, type Values } from '../reading/variables.js';
import { bodyText, percentEncoded } from './body.js';
import { acceptance } from './poll.js';
import { placed, recognised, recognitionOf, type PlacedRecogniser, type Recognition } from './recognise.js';
import { filledJson, pathWithQuery, requestHeaders } from './request.js';
import { actionValues, stableValues, type Setting } from './setting.js';
import { headerBytes } from './spelling.js';

type Operation = Pick<
  AdapterSections['create'],
  'method' | 'path' | 'query' | 'headers' | 'content_type' | 'body'
>;

/** The codec of the operation on trial. */
export function createCodec(setting: Setting, bases: readonly string[]): CreateCodec {
  const { create, outcomes, id, async } = setting.file;
  const accepted: readonly PlacedRecogniser[] =
    async === null ? [] : [{ at: 'async/when', is: 'accepted', when: async.when, id: null }];
  const recognisers = [...accepted, ...placed('outcomes', outcomes)];
  const recognition = recognitionOf(setting, { recognisers, id });
  const codec = codecOf(setting, create, (action) => action.payload, recognition);
  return { ...codec, outcome: (answer) => acceptance(setting, bases, codec.outcome(answer), answer) };
}

/** The codec of another operation that takes the same kind of key, or null. Without a body of its own it sends the action's payload. */
export function secondCodec(setting: Setting): CreateCodec | null {
  const { second, outcomes, id } = setting.file;
  if (second === null) return null;
  const payload = (action: ActionFacts, values: Values): Json =>
    second.body === null ? action.payload : filledJson(second.body, values);
  const recognisers =
    second.outcomes === null ? placed('outcomes', outcomes) : placed('second/outcomes', second.outcomes);
  return codecOf(setting, second, payload, recognitionOf(setting, { recognisers, id: second.id ?? id }));
}

/** The sample payload, rendered for one action. */
export function samplePayload(
  setting: Setting,
  facts: { readonly key: string; readonly marker: string; readonly n: number },
): Json {
  const { body } = setting.file.create;
  if (body === null) return null;
  const values = actionValues(setting, facts);
  return filledJson(body, withCount(values, facts.n));
}

function withCount(values: Values, n: number): Values {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(values), n: { value: String(n) } },
  ) as Values;
}

function codecOf(
  setting: Setting,
  operation: Operation,
  payload: (action: ActionFacts, values: Values) => Json,
  recognition: Recognition,
): CreateCodec {
  return {
    request: (action, keys) => {
      const about = { key: keys[0] ?? '', marker: action.marker };
      const values = actionValues(setting, about);
      const content = rekeyed(payload(action, values), operation.body, action.key, keys[0] ?? null);
      const sent = keys.length > 0 ? operation : keyless(operation);
      return keyedRequest(setting, sent, content, {
        values,
        keys,
        with: companionsOf(setting, about, keys),
      });
    },
    outcome: (answer) => recognised(recognition, answer),
  };
}

/** What tells one request from another: its variables, its keys, and what travels along with them. */
interface Keying {
  readonly values: Values;
  readonly keys: readonly string[];
  /** Companion fields with their values. */
  readonly with: AdapterSections['key']['with'];
}

/** What is stable is the same on every attempt; without a key nothing travels along. */
function companionsOf(
  setting: Setting,
  about: { readonly key: string; readonly marker: string },
  keys: readonly string[],
): Keying['with'] {
  if (keys.length === 0) return [];
  const [stable, passing] = [stableValues(setting, about), actionValues(setting, about)];
  return setting.file.key.with.map((one) => ({
    ...one,
    value: filled(one.value, one.stable ? stable : passing),
  }));
}

/** A header or parameter that is nothing but the key's does not go out empty. */
function keyless(operation: Operation): Operation {
  const without = (texts: Operation['query']): Operation['query'] =>
    Object.fromEntries(Object.entries(texts).filter(([, text]) => !uses(text, 'key')));
  return { ...operation, query: without(operation.query), headers: without(operation.headers) };
}

function keyedRequest(
  setting: Setting,
  operation: Operation,
  content: Json,
  { values, keys, with: companions }: Keying,
): PreparedRequest {
  const { key } = setting.file;
  const parameters: [string, string][] = companions
    .filter((one) => one.in === 'query')
    .map((one) => [one.name ?? '', percentEncoded(one.value)]);
  const [first] = keys;
  if (key.in === 'query' && first !== undefined) {
    parameters.unshift([key.name ?? '', setting.spelling.carried(first)]);
  }
  const body = withCarriers(setting, content, first, companions);
  return {
    method: operation.method,
    path: pathWithQuery(operation, values, setting.spelling, parameters),
    headers: [
      ...requestHeaders(operation, values, setting.spelling, body !== null),
      ...keyHeaders(setting, keys),
      ...companions
        .filter((one) => one.in === 'header')
        .map((one): Header => [one.name ?? '', headerBytes(one.value)]),
    ],
    body: body === null ? null : bodyText(body, operation.content_type),
  };
}

function keyHeaders({ file: { key }, spelling }: Setting, keys: readonly string[]): readonly Header[] {
  if (key.in !== 'header' || key.name === null) return [];
  const { name } = key;
  return keys.map((one) => [name, headerBytes(spelling.carried(one))]);
}

function withCarriers(
  { file: { key }, spelling }: Setting,
  content: Json,
  first: string | undefined,
  companions: Keying['with'],
): Json {
  let body = content;
  if (key.in === 'body' && key.pointer !== null && first !== undefined) {
    body = withPointer(body ?? {}, key.pointer, spelling.carried(first));
  }
  for (const one of companions) {
    if (one.in === 'body' && one.pointer !== null) {
      body = withPointer(body ?? {}, one.pointer, one.value);
    }
  }
  return body;
}

/**
 * The payload with another key where its template has `{{key}}`; the payload was made with the action's own. Without a
 * key, members that are the key alone are left out.
 */
function rekeyed(payload: Json, template: Json | null, own: string, next: string | null): Json {
  if (own === next || own === '' || template === null) return payload;
  if (typeof template === 'string') {
    const holds = typeof payload === 'string' && uses(template, 'key');
    return holds ? payload.replaceAll(own, () => next ?? '') : payload;
  }
  if (Array.isArray(template) && Array.isArray(payload)) {
    const items = template as readonly Json[];
    return payload.map((item: Json, index) => rekeyed(item, items[index] ?? null, own, next));
  }
  if (!isJsonObject(template) || !isJsonObject(payload)) return payload;
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([name]) => next !== null || !isKeyAlone(template[name]))
      .map(([name, value]) => [name, rekeyed(value, template[name] ?? null, own, next)]),
  );
}

function isKeyAlone(template: Json | undefined): boolean {
  return typeof template === 'string' && /^\{\{\s*key\s*\}\}$/.test(template);
}
