import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { createsOf, overCases, overTries, type AnsweredCreate } from './reading.js';

/** The receiver holds as many records of an action as were approved: never one more, never one less. */
export const recordsAsPromised: Invariant = {
  id: 'records-as-promised',
  about: 'effect',
  promise: 'The receiver holds exactly as many records as there are approved actions.',
  check: (history) => {
    const counted = history.tries.flatMap((each) => promisedCounts(each));
    const blind = counted.find((seen) => !seen.complete);
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        promisedCounts(each).filter((seen) => seen.complete),
        (seen) => miscount(each, seen),
      ),
    );
    if (findings.length === 0 && blind !== undefined) {
      return {
        kind: 'unknown',
        why: `the records could not be counted: ${blind.trouble ?? 'no reason given'}`,
      };
    }
    return resultOf(cases, findings, 'no records were counted');
  },
};

function promisedCounts(each: TryView): readonly EventOf<'observed'>[] {
  return each.of('observed').filter((seen) => seen.count !== null);
}

function miscount(each: TryView, seen: EventOf<'observed'>): Broken | null {
  const allowed = seen.count?.anyOf ?? [];
  const actual = seen.records.length;
  if (allowed.includes(actual)) return null;
  const most = Math.max(...allowed);
  const creates = createsUnder(each, seen.marker).filter(({ ended }) => ended.seq < seen.seq);
  return {
    attempt: each.name,
    action: seen.action,
    sentence: sentenceFor(actual, most, seen),
    expected: `${allowed.join(' or ')} record${most === 1 ? '' : 's'} with marker ${seen.marker}`,
    actual: `${actual} record${actual === 1 ? '' : 's'}${
      actual > 0
        ? `: ${seen.records
            .map(({ id }) => id)
            .slice(0, 5)
            .join(', ')}`
        : ''
    }`,
    events: [...creates.flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]), seen.seq],
  };
}

/** The creates of all actions that share a marker, in the order they began. */
function createsUnder(each: TryView, marker: string): readonly AnsweredCreate[] {
  return each.actions
    .filter((action) => each.declared(action)?.marker === marker)
    .flatMap((action) => createsOf(each, action))
    .toSorted((one, other) => one.exchange.started.seq - other.exchange.started.seq);
}

function sentenceFor(actual: number, most: number, seen: EventOf<'observed'>): string {
  if (most === 0 && seen.credential !== 'main') {
    return 'A record is listed for somebody to whom it does not belong.';
  }
  if (most === 0) return `A request that must make no record made ${actual}.`;
  if (actual > most) {
    return `One approved action was carried out ${actual === 2 && most === 1 ? 'twice' : `${actual} times where ${most} is right`}.`;
  }
  if (actual === 0)
    return `The action's record is not there${seen.when === 'late' ? ', nor does it appear later' : ''}.`;
  return `${most} separate actions left ${actual} record${actual === 1 ? '' : 's'}: some were merged or lost.`;
}
