import type { EventOf } from '../model/event.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import type { ActionFacts } from '../model/action.js';
import { createsOf, type AnsweredCreate } from './reading.js';

/** One of several contents that were sent under one key at the same moment. */
export interface Contestant {
  readonly facts: Pick<ActionFacts, 'key' | 'payload'>;
  readonly action: string;
  readonly create: AnsweredCreate;
}

/** Different contents under one key and one marker, and what was counted afterwards. */
export interface Race {
  readonly each: TryView;
  readonly contestants: readonly Contestant[];
  readonly seen: EventOf<'observed'>;
}

/** All races of a history, and those in which every request was under way before any was answered. */
export function racesOf(history: HistoryView): {
  readonly all: readonly Race[];
  readonly met: readonly Race[];
} {
  const all = history.tries.flatMap((each) => racesIn(each));
  return { all, met: all.filter(overlaps) };
}

/** Contestants that were told that theirs was done now; a replay or a refusal that names the record says no such thing. */
export function winnersOf({ contestants }: Race): readonly Contestant[] {
  return contestants.filter(({ create }) => ['created', 'updated'].includes(create.outcome.kind));
}

function racesIn(each: TryView): Race[] {
  return each
    .of('observed')
    .filter(({ when, complete, credential }) => when === 'late' && complete && credential === 'main')
    .flatMap((seen) => {
      const contestants = each.actions.flatMap((action) => contestantOf(each, action, seen.marker));
      const keys = [...new Set(contestants.map(({ facts }) => facts.key))];
      return keys
        .map((key) => contestants.filter(({ facts }) => facts.key === key))
        .flatMap((ofKey) => (ofKey.length > 1 ? [{ each, contestants: ofKey, seen }] : []));
    });
}

function contestantOf(each: TryView, action: string, marker: string): Contestant[] {
  const facts = each.declared(action);
  const [create] = createsOf(each, action);
  return facts?.marker === marker && create !== undefined ? [{ facts, action, create }] : [];
}

function overlaps(race: Race): boolean {
  return beganBeforeAnyEnded(race) && metInBurst(race);
}

/** All requests of a burst begin before any ends; only what was measured tells whether they met. */
function metInBurst({ each, contestants }: Race): boolean {
  const exchanges = contestants.map(({ create }) => create.exchange.started.exchange);
  return each
    .of('burst-measured')
    .filter((round) => exchanges.some((exchange) => round.exchanges.includes(exchange)))
    .every(({ overlap }) => overlap >= exchanges.length);
}

function beganBeforeAnyEnded({ contestants }: Race): boolean {
  const lastStart = Math.max(...contestants.map(({ create }) => create.exchange.started.seq));
  const firstEnd = Math.min(...contestants.map(({ create }) => create.ended.seq));
  return lastStart < firstEnd;
}
