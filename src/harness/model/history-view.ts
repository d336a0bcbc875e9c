import type { Contract } from './contract.js';
import type { EventOf, EventType, HistoryEvent } from './event.js';
import type { SenderPolicy } from './sender-policy.js';
import type { Outcome } from './outcome.js';

/** An exchange with both of its ends. */
export interface SeenExchange {
  readonly started: EventOf<'exchange-started'>;
  /** Absent when the run ended before the exchange did, or its worker died in it. */
  readonly ended: EventOf<'exchange-ended'> | null;
}

/** The part of a history that belongs to one try. Action names are unique within it. */
export interface TryView {
  readonly name: string;
  /** What the sender was allowed in it. */
  readonly policy: SenderPolicy;
  readonly events: readonly HistoryEvent[];
  /** All exchanges in the order they began. */
  readonly exchanges: readonly SeenExchange[];
  /** Those about one action, in the order they began. */
  exchangesOf(action: string): readonly SeenExchange[];
  /** One of them by its id, or null. */
  exchange(id: string): SeenExchange | null;
  of<Type extends EventType>(type: Type): readonly EventOf<Type>[];
  /** Names of the actions in the order they were declared. */
  readonly actions: readonly string[];
  declared(action: string): EventOf<'action-declared'> | null;
}

/** A history as judges read it: its opening, and its tries. */
export interface HistoryView {
  readonly opened: EventOf<'history-opened'>;
  readonly contract: Contract;
  readonly events: readonly HistoryEvent[];
  readonly tries: readonly TryView[];
}

/** True for an event of that type. */
export function isOf<Type extends EventType>(event: HistoryEvent, type: Type): event is EventOf<Type> {
  return event.type === type;
}

/** The event that says that the target was gone for good, or null where it stayed. */
export function goneIn(events: readonly HistoryEvent[]): EventOf<'target-gone'> | null {
  return events.find((event) => isOf(event, 'target-gone')) ?? null;
}

/** Reads a history's events into tries; throws where the first event is not an opening. */
export function viewHistory(events: readonly HistoryEvent[]): HistoryView {
  const opened = events[0];
  if (opened === undefined || !isOf(opened, 'history-opened')) {
    throw new Error('A history begins with history-opened.');
  }
  return { opened, contract: opened.contract, events, tries: splitTries(events) };
}

function splitTries(events: readonly HistoryEvent[]): TryView[] {
  const tries: TryView[] = [];
  let open: { started: EventOf<'try-started'>; events: HistoryEvent[] } | null = null;
  for (const event of events) {
    if (isOf(event, 'try-started')) open = { started: event, events: [] };
    open?.events.push(event);
    if (open !== null && isOf(event, 'try-ended')) {
      tries.push(viewTry(open.started, open.events));
      open = null;
    }
  }
  if (open !== null) tries.push(viewTry(open.started, open.events));
  return tries;
}

/** A try may have thousands of actions, each asked about by many judges: what they ask by is grouped once. */
function viewTry(started: EventOf<'try-started'>, events: readonly HistoryEvent[]): TryView {
  const byType = grouped(events, ({ type }) => type);
  const of = <Type extends EventType>(type: Type): readonly EventOf<Type>[] =>
    (byType.get(type) ?? []) as readonly EventOf<Type>[];
  const settled = new Map(of('acceptance-settled').map((event) => [event.accepted, event.outcome]));
  const ends = new Map(of('exchange-ended').map((event) => [event.exchange, settledEnd(event, settled)]));
  const exchanges = of('exchange-started').map((begun) => ({
    started: begun,
    ended: ends.get(begun.exchange) ?? null,
  }));
  const byId = new Map(exchanges.map((each) => [each.started.exchange, each]));
  const byAction = grouped(exchanges, (each) => each.started.action);
  const declared = new Map(of('action-declared').map((event) => [event.action, event]));
  return {
    name: started.try,
    policy: started.policy,
    events,
    exchanges,
    exchangesOf: (action) => byAction.get(action) ?? [],
    exchange: (id) => byId.get(id) ?? null,
    of,
    actions: [...declared.keys()],
    declared: (action) => declared.get(action) ?? null,
  };
}

/** What an accepted action came to is what its accepting exchange came to: judges need not know of polls. */
function settledEnd(
  event: EventOf<'exchange-ended'>,
  settled: ReadonlyMap<string, Outcome>,
): EventOf<'exchange-ended'> {
  const outcome = settled.get(event.exchange);
  return outcome === undefined || event.outcome?.kind !== 'accepted' ? event : { ...event, outcome };
}

function grouped<Item, Name>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): ReadonlyMap<Name, readonly Item[]> {
  const groups = new Map<Name, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
