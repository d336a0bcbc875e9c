import type { Setting, Try } from '../../harness/model/scenario.js';
import type { Move, Sequence } from '../../harness/model/sequence.js';
import type { Step } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { certain, countsOf, distinct, isUntold, type Knowledge } from './knowledge.js';
import { change, changeUnknown, raceOfChanges, remove } from './moves/changes.js';
import { age, restart } from './moves/lives.js';
import { closing, crowd, look } from './moves/looks.js';
import { intent, misfit, oddKey, second, trouble } from './moves/misfits.js';
import { race } from './moves/race.js';
import { deliver, mostAttempts, operate, standStill } from './moves/sender.js';
import { tellAs } from './moves/strangers.js';
import { tell } from './moves/tell.js';
import { keyOf, openPlot, withContent, type Part, type Plot } from './plot.js';

/**
 * Lays a sequence out as steps with what each is promised to come to; the counts at the end follow from what is then
 * still possible. A move that makes no sense where it comes, or takes what the target does not offer, is no step.
 */
export function play(sequence: Sequence, setting: Setting, name: string): Try {
  const plot = openPlot(setting, sequence);
  const steps = sequence.moves.flatMap((move) => stepsOf(plot, move));
  return {
    name,
    steps: steps.length === 0 ? [] : [...steps, ...endOf(plot)],
    policy: {
      ...shortLease(setting.contract),
      maxAttempts: mostAttempts,
      ...(sequence.lookUpFirst && setting.offers.includes('lookup')
        ? { retry: 'lookup-first' as const }
        : {}),
    },
  };
}

function stepsOf(plot: Plot, move: Move): readonly Step[] {
  switch (move.move) {
    case 'tell':
      return tell(plot, move);
    case 'tell-as':
      return tellAs(plot, move);
    case 'race':
      return race(plot, move);
    case 'misfit':
      return misfit(plot, move);
    case 'odd-key':
      return oddKey(plot, move);
    case 'second':
      return second(plot, move);
    case 'intent':
      return intent(plot, move);
    case 'trouble':
      return trouble(plot, move);
    case 'deliver':
      return deliver(plot, move);
    case 'stand-still':
      return standStill(plot, move);
    case 'operate':
      return operate(plot, move);
    case 'change':
      return change(plot, move);
    case 'race-of-changes':
      return raceOfChanges(plot, move);
    case 'change-unknown':
      return changeUnknown(plot);
    case 'remove':
      return remove(plot, move);
    case 'look':
      return look(plot, move);
    case 'crowd':
      return crowd(plot, move);
    case 'restart':
      return restart(plot, move);
    case 'age':
      return age(plot, move);
  }
}

/** Every part that may have a record is counted, by look-ups and by its marker, when nothing more can come. */
function endOf(plot: Plot): readonly Step[] {
  const { parts, sequence } = plot;
  const looks = parts.flatMap((part) => closing(plot, part));
  if (sequence.twins) {
    const ours = countTogether(plot, ({ known }) => known, { when: 'late' });
    return [...looks, ...ours, ...countTogether(plot, ({ theirs }) => theirs, theirCount)];
  }
  return [
    ...looks,
    ...parts.map((part) => countOf(plot, part)),
    ...parts.flatMap((part) => countOfTheirs(part)),
  ];
}

/** The other tenant's records are counted at once: by then they have had all the time that ours had. */
const theirCount = { when: 'early', as: 'other_tenant' } as const;

/** Counted as the content that stands, so that it is read too; by nobody's content where that is not certain. */
function countOf(plot: Plot, part: Part): Step {
  const held = certain(part.known);
  const counts = countsOf(part.known);
  const isRead = held !== null && part.change === null;
  return {
    do: 'observe',
    action: isRead ? withContent(plot, part, held) : unread(plot, part),
    when: 'late',
    ...(counts === undefined ? {} : { count: { anyOf: counts } }),
    ...(part.change === null || part.known.isLoose ? {} : { readsUpdate: part.change }),
  };
}

/** The action by its marker alone: no member of its content is held against the record. */
function unread({ contract }: Plot, { action }: Part): Extract<Step, { do: 'observe' }>['action'] {
  return {
    name: `${action.name}, whatever it says`,
    markerOf: action.markerOf ?? action.name,
    ...keyOf(action),
    edits: contract.kept.map(({ sent }) => ({ pointer: sent })),
  };
}

/** All parts by the marker that they share. */
function countTogether(
  plot: Plot,
  knownOf: (part: Part) => Knowledge,
  how: Pick<Extract<Step, { do: 'observe' }>, 'when' | 'as'>,
): readonly Step[] {
  const [one] = plot.parts;
  const counts = plot.parts.map((part) => countsOf(knownOf(part)));
  if (one === undefined || plot.parts.every((part) => isUntold(knownOf(part)))) return [];
  const sums = counts.reduce<readonly number[] | undefined>(
    (all, each) => (all === undefined || each === undefined ? undefined : sumsOf(all, each)),
    [0],
  );
  return sums === undefined
    ? []
    : [{ do: 'observe', action: unread(plot, one), ...how, count: { anyOf: sums } }];
}

function sumsOf(sums: readonly number[], counts: readonly number[]): readonly number[] {
  return distinct(sums.flatMap((sum) => counts.map((count) => sum + count)));
}

/** What the other tenant holds, where it told the action too. */
function countOfTheirs({ theirs, action }: Part): readonly Step[] {
  const counts = countsOf(theirs);
  if (counts === undefined || isUntold(theirs)) return [];
  return [{ do: 'observe', action, ...theirCount, count: { anyOf: counts } }];
}
