import type { Contract } from '../model/contract.js';
import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { atPointer } from '../model/json.js';
import { acknowledges } from '../model/outcome.js';
import { createsOf, type AnsweredCreate } from './reading.js';

/** An action with all of its creates that were answered, in the order they began. */
export interface Claimant {
  readonly facts: EventOf<'action-declared'>;
  readonly creates: readonly AnsweredCreate[];
  /** Those that were told that the record is there. */
  readonly acknowledged: readonly AnsweredCreate[];
}

/** The actions of a try that carry one business intent under keys of their own, one list for each such intent. */
export function sharedIntentsIn(each: TryView, { intent }: Contract): readonly (readonly Claimant[])[] {
  if (intent === undefined) return [];
  const groups = new Map<string, EventOf<'action-declared'>[]>();
  for (const action of each.actions) {
    const facts = each.declared(action);
    const value = atPointer(facts?.payload, intent.field);
    if (facts === null || typeof value !== 'string') continue;
    groups.set(value, [...(groups.get(value) ?? []), facts]);
  }
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ key }) => key)).size > 1)
    .map((group) => group.map((facts) => claimantOf(each, facts)));
}

function claimantOf(each: TryView, facts: EventOf<'action-declared'>): Claimant {
  const creates = createsOf(each, facts.action);
  return { facts, creates, acknowledged: creates.filter(({ outcome }) => acknowledges(outcome)) };
}
