import { createsOf, type AnsweredCreate } from '../../harness/invariants/reading.js';
import type { TryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation } from '../../harness/model/scenario.js';
import { refusedForGood } from './past-the-window.js';

/**
 * How old an action's key was when its use was still known for a repeat, and how old when it was not, or was refused.
 * The key was made between the beginning of the first create and its end.
 */
export function keyAge(each: TryView, action: string): readonly Observation[] {
  const uses = usesOf(each, action);
  if (uses === null || (uses.held.length === 0 && uses.over === null)) return [];
  const { first, held, over } = uses;
  const ages = held.map(({ exchange }) => exchange.started.at - first.ended.at);
  const between = {
    atLeastMs: ages.length === 0 ? null : Math.max(...ages),
    atMostMs: over === null ? null : over.ended.at - first.exchange.started.at,
  };
  const observed = over === null ? 'a key is held' : 'a key is over';
  return [{ claim: 'retention', observed, between, events: eventsOf(uses) }];
}

/** What was done with an action's key once it was over; nothing where it was held to the end. */
export function keyEnd(each: TryView, action: string): readonly Observation[] {
  const uses = usesOf(each, action);
  if (uses === null || uses.over === null) return [];
  const observed = acknowledges(uses.over.outcome) ? 'new_record' : 'refuse';
  return [{ claim: 'after_expiry', observed, events: eventsOf(uses) }];
}

interface Uses {
  readonly first: AnsweredCreate;
  readonly held: readonly AnsweredCreate[];
  readonly over: AnsweredCreate | null;
  readonly count: number;
}

/** The first create under a key, its uses that were taken for repeats, and the first that was not; null where nothing was counted. */
function usesOf(each: TryView, action: string): Uses | null {
  const seen = each.of('observed').findLast((count) => count.action === action);
  const [first, ...uses] = createsOf(each, action);
  if (first === undefined || seen?.complete !== true || !acknowledges(first.outcome)) return null;
  const alone = seen.records.length === 1;
  const held = uses.filter((use) => isRepeat(first, use, alone));
  const over = uses.find((use) => {
    const known = held.some((before) => before.ended.seq < use.ended.seq);
    return !held.includes(use) && isOver(use, { alone, known });
  });
  return { first, held, over: over ?? null, count: seen.seq };
}

function eventsOf({ first, held, over, count }: Uses): readonly number[] {
  return [first, ...held, ...(over === null ? [] : [over])].map(({ ended }) => ended.seq).concat(count);
}

/** A repeat names the record of the first; where no id was named, one record tells as much. */
function isRepeat(first: AnsweredCreate, { outcome }: AnsweredCreate, alone: boolean): boolean {
  if (!acknowledges(outcome)) return false;
  return outcome.id === null || first.outcome.id === null ? alone : outcome.id === first.outcome.id;
}

/** A refusal is about the age of a key where its use was known before; there are receivers that refuse every repeat. */
function isOver(
  { outcome }: AnsweredCreate,
  { alone, known }: { readonly alone: boolean; readonly known: boolean },
): boolean {
  if (acknowledges(outcome)) return !alone;
  return outcome.kind === 'expired' || (known && refusedForGood.includes(outcome.kind));
}
