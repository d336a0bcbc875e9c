import type { Contract } from '../model/contract.js';
import type { PreparedRequest } from '../model/exchange.js';
import type { HistoryView, SeenExchange, TryView } from '../model/history-view.js';
import { atPointer, canonicalJson, parseJson } from '../model/json.js';
import type { KeyedCreate } from './history-operation.js';
import { contentsStandApart, otherContentIsOpen } from './key-rules.js';
import { sentKeys } from './sent-keys.js';

type SentCreate = Omit<KeyedCreate, 'isRespelled'>;

/** For each key, its contents in the order in which they were first sent, and the spellings of each. */
type Contents = ReadonlyMap<string | null, ReadonlyMap<string, ReadonlySet<string>>>;

/** The creates of a history, once for each key that they carry, but those whose credential has to be refused. */
export function keyedCreates(history: HistoryView, contract: Contract): readonly KeyedCreate[] {
  const sent = history.tries.flatMap((each) =>
    each.exchanges
      .filter((exchange) => isCreate(exchange))
      .flatMap((exchange) => sentCreates(each, exchange, contract)),
  );
  const alone = withoutSharedIntents(sent, contract);
  const contents = contentsByKey(alone);
  return alone.map((create) => named(create, contents, contract));
}

function isCreate({ started: { purpose, credential } }: SeenExchange): boolean {
  return (purpose === 'create' || purpose === 'second') && credential !== 'refused';
}

function sentCreates(each: TryView, exchange: SeenExchange, contract: Contract): readonly SentCreate[] {
  const { request } = exchange.started;
  const keys = sentKeys(request, contract);
  const create = { each, exchange, content: contentOf(request) };
  if (keys.length === 0) return [{ ...create, key: null, isCertain: false }];
  return [...new Set(keys)].map((key) => ({ ...create, key, isCertain: keys.length === 1 }));
}

/** Equal JSON is one content, however it is spelled. */
function contentOf({ body }: PreparedRequest): string {
  const parsed = body === null ? undefined : parseJson(body);
  return parsed === undefined ? (body ?? '') : canonicalJson(parsed);
}

/**
 * Where the receiver de-duplicates by a business intent too, keys that share one answer for each other: none of them can
 * be read by itself.
 */
function withoutSharedIntents(sent: readonly SentCreate[], { intent }: Contract): readonly SentCreate[] {
  if (intent === undefined) return sent;
  const keysOf = new Map<string, Set<string | null>>();
  const raised = sent.map((create) => {
    const value = intentOf(create.content, intent.field);
    if (value !== null) keysOf.set(value, (keysOf.get(value) ?? new Set()).add(create.key));
    return { create, value };
  });
  const shared = new Set([...keysOf.values()].filter(({ size }) => size > 1).flatMap((keys) => [...keys]));
  return raised.map(({ create }) =>
    shared.has(create.key) ? { ...create, key: null, isCertain: false } : create,
  );
}

function intentOf(content: string, field: string): string | null {
  const value = atPointer(parseJson(content), field);
  return value === undefined || value === null ? null : canonicalJson(value);
}

function contentsByKey(sent: readonly SentCreate[]): Contents {
  const byKey = new Map<string | null, Map<string, Set<string>>>();
  for (const { key, content, exchange } of sent) {
    const contents = byKey.get(key) ?? new Map<string, Set<string>>();
    const spellings = contents.get(content) ?? new Set<string>();
    byKey.set(key, contents.set(content, spellings.add(exchange.started.request.body ?? '')));
  }
  return byKey;
}

function named(create: SentCreate, byKey: Contents, contract: Contract): KeyedCreate {
  const contents = byKey.get(create.key) ?? new Map<string, ReadonlySet<string>>();
  const place = [...contents.keys()].indexOf(create.content);
  const content = `content ${place + 1}`;
  // Where contents stand apart, each is as if it had a key of its own.
  const isApart = create.key !== null && contentsStandApart(contract);
  return {
    ...create,
    key: isApart ? `${create.key} (${content})` : create.key,
    content,
    isCertain: create.isCertain && (place === 0 || !otherContentIsOpen(contract)),
    isRespelled: (contents.get(create.content)?.size ?? 0) > 1,
  };
}
