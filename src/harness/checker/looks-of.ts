import type { Contract } from '../model/contract.js';
import type { EventOf, HistoryEvent } from '../model/event.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import type { HistoryOperation, KeyedCreate } from './history-operation.js';

interface LookContext {
  readonly events: readonly HistoryEvent[];
  readonly contract: Contract;
  readonly keys: ReadonlyMap<string, KeyOfMarker | null>;
}

/** The key that alone can have made records with a marker. */
interface KeyOfMarker {
  readonly key: string;
  /** False where the key made, or may have made, records with another marker too. */
  readonly isWhole: boolean;
}

/** Counts and look-ups of a history as operations on keys, where one key alone can have made what they show. */
export function looksOf(
  history: HistoryView,
  creates: readonly KeyedCreate[],
  contract: Contract,
): readonly HistoryOperation[] {
  const context: LookContext = { events: history.events, contract, keys: keysByMarker(creates) };
  return history.tries.flatMap((each) => [
    ...each.of('observed').flatMap((seen) => countOperation(each, seen, context)),
    ...each.of('looked-up').flatMap((look) => lookUpOperation(each, look, context)),
  ]);
}

/** Null for a marker of which a create was made under another key, by another's hand, or in another operation. */
function keysByMarker(creates: readonly KeyedCreate[]): ReadonlyMap<string, KeyOfMarker | null> {
  const keys = new Map<string, string | null>();
  const markers = new Map<string, Set<string>>();
  for (const { each, exchange, key, isCertain } of creates) {
    const { action, purpose, credential } = exchange.started;
    const marker = action === null ? undefined : each.declared(action)?.marker;
    if (marker === undefined) continue;
    const isOwn = isCertain && purpose === 'create' && credential === 'main';
    const isSame = !keys.has(marker) || keys.get(marker) === key;
    keys.set(marker, isOwn && isSame ? key : null);
    if (key !== null) markers.set(key, (markers.get(key) ?? new Set<string>()).add(marker));
  }
  const found = [...keys].map(([marker, key]) => {
    return [marker, key === null ? null : { key, isWhole: markers.get(key)?.size === 1 }] as const;
  });
  return new Map(found);
}

function countOperation(
  each: TryView,
  seen: EventOf<'observed'>,
  context: LookContext,
): readonly HistoryOperation[] {
  const found = context.keys.get(seen.marker) ?? null;
  if (found === null || seen.credential !== 'main') return [];
  const counts = each.of('observed').filter(({ action, seq }) => action === seen.action && seq < seen.seq);
  const before = counts.at(-1)?.seq ?? -1;
  const pages = each.exchangesOf(seen.action).filter(({ started: { purpose, seq } }) => {
    return purpose === 'observe' && seq > before && seq < seen.seq;
  });
  const begun = pages[0]?.started ?? seen;
  const ids = seen.records.map(({ id }) => id);
  return [lookOperation({ ...found, each, begun, ended: seen, ids, all: seen.complete }, context)];
}

function lookUpOperation(
  each: TryView,
  look: EventOf<'looked-up'>,
  context: LookContext,
): readonly HistoryOperation[] {
  const { finding, action, exchange } = look;
  const found = context.keys.get(each.declared(action)?.marker ?? '') ?? null;
  if (found === null || look.credential !== 'main' || finding.kind === 'trouble') return [];
  if (sharesMarker(each, action)) return [];
  const begun = each.exchange(exchange)?.started ?? look;
  const ids = finding.kind === 'absent' ? [] : finding.kind === 'found' ? [finding.id] : finding.ids;
  // What is found may be one of several; only "absent" speaks of all.
  return [
    lookOperation({ ...found, each, begun, ended: look, ids, all: finding.kind === 'absent' }, context),
  ];
}

/** True where another key has the action's marker: a look-up may be by key, and then speaks of the action's own alone. */
function sharesMarker(each: TryView, action: string): boolean {
  const own = each.declared(action);
  return each.actions.some((name) => {
    const other = each.declared(name);
    return other?.marker === own?.marker && other?.key !== own?.key;
  });
}

function lookOperation(
  look: KeyOfMarker & {
    readonly each: TryView;
    readonly begun: HistoryEvent;
    readonly ended: EventOf<'observed'> | EventOf<'looked-up'>;
    readonly ids: readonly string[];
    readonly all: boolean;
  },
  context: LookContext,
): HistoryOperation {
  const { key, isWhole, each, ended, ids } = look;
  const begun = staleFrom(look.begun, context);
  return {
    key,
    content: null,
    begin: begun.seq,
    end: ended.seq,
    beginMs: begun.at,
    endMs: ended.at,
    heard: { kind: 'seen', ids, all: look.all && isWhole },
    attempt: each.name,
    action: ended.action,
  };
}

/** A look shows what there was then, or, where the contract says so, some time before. */
function staleFrom(begun: HistoryEvent, { events, contract }: LookContext): HistoryEvent {
  const { kind, settleMs } = contract.consistency;
  if (kind === 'immediate') return begun;
  return events.find(({ at }) => at >= begun.at - settleMs) ?? begun;
}
