import type { EventOf } from '../model/event.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { createsOf, mayNotHaveArrived, overCases, overTries, type AnsweredCreate } from './reading.js';

/** Ids that a finding names; the rest is counted. */
const mostListed = 5;

/** The receiver holds as many records of an action as were approved: never one more, never one less. */
export const recordsAsPromised: Invariant = {
  id: 'records-as-promised',
  about: 'effect',
  promise: 'The receiver holds exactly as many records as there are approved actions.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        promisedCounts(each).filter((seen) => seen.complete && !lacksOnlyUntaken(each, seen)),
        (seen) => miscount(each, seen),
      ),
    );
    const doubt = findings.length === 0 ? doubtIn(history) : null;
    if (doubt !== null) return { kind: 'unknown', why: doubt };
    return resultOf(cases, findings, 'no records were counted');
  },
};

/** Why counts that break nothing prove nothing either, or null. */
function doubtIn({ tries }: HistoryView): string | null {
  const counts = tries.flatMap((each) => promisedCounts(each).map((seen) => ({ each, seen })));
  const blind = counts.find(({ seen }) => !seen.complete)?.seen;
  if (blind !== undefined) return `the records could not be counted: ${blind.trouble ?? 'no reason given'}`;
  const untaken = counts.some(({ each, seen }) => seen.complete && lacksOnlyUntaken(each, seen));
  return untaken ? 'a create was lost, which was not planned, or throttled, and nothing came of it' : null;
}

/** True for a count that lacks no more records than there are actions which may never have arrived. */
function lacksOnlyUntaken(each: TryView, seen: EventOf<'observed'>): boolean {
  const lacking = Math.min(...(seen.count?.anyOf ?? [0])) - seen.records.length;
  if (lacking <= 0) return false;
  const absent = each.actions.filter(
    (action) => each.declared(action)?.marker === seen.marker && mayNotHaveArrived(each, action, seen.seq),
  );
  return lacking <= absent.length;
}

function promisedCounts(each: TryView): readonly EventOf<'observed'>[] {
  return each.of('observed').filter((seen) => seen.count !== null);
}

function miscount(each: TryView, seen: EventOf<'observed'>): Broken | null {
  const allowed = seen.count?.anyOf ?? [];
  const actual = seen.records.length;
  if (allowed.includes(actual) || isSaid(each, seen)) return null;
  const most = Math.max(...allowed);
  const creates = createsUnder(each, seen.marker).filter(({ ended }) => ended.seq < seen.seq);
  return {
    attempt: each.name,
    action: seen.action,
    sentence: sentenceFor(each, seen, most),
    expected: `${allowed.join(' or ')} record${most === 1 ? '' : 's'} with marker ${seen.marker}`,
    actual: `${actual} record${actual === 1 ? '' : 's'}${
      actual > 0 ? `: ${listed(seen.records.map(({ id }) => id))}` : ''
    }`,
    events: [...creates.flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]), seen.seq],
  };
}

function listed(ids: readonly string[]): string {
  const rest = ids.length - mostListed;
  return `${ids.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** True when an earlier count of the same marker broke its promise with the same records. */
function isSaid(each: TryView, seen: EventOf<'observed'>): boolean {
  const ids = seen.records.map(({ id }) => id).join();
  return promisedCounts(each).some((before) => {
    const alike = before.marker === seen.marker && before.credential === seen.credential;
    const said = before.complete && before.count?.anyOf.includes(before.records.length) === false;
    return alike && said && before.seq < seen.seq && before.records.map(({ id }) => id).join() === ids;
  });
}

/** The creates of all actions that share a marker, in the order they began. */
function createsUnder(each: TryView, marker: string): readonly AnsweredCreate[] {
  return each.actions
    .filter((action) => each.declared(action)?.marker === marker)
    .flatMap((action) => createsOf(each, action))
    .toSorted((one, other) => one.exchange.started.seq - other.exchange.started.seq);
}

function sentenceFor(each: TryView, seen: EventOf<'observed'>, most: number): string {
  const actual = seen.records.length;
  const separate = each.actions.filter((action) => each.declared(action)?.marker === seen.marker).length;
  if (most === 0 && seen.credential !== 'main') {
    return 'A record is listed for somebody to whom it does not belong.';
  }
  if (most === 0) return `A request that must make no record made ${actual}.`;
  if (actual > most && most > 1 && separate >= most) {
    return `${most} separate actions left ${actual} records: one at least was carried out more than once.`;
  }
  if (actual > most) {
    return `One approved action was carried out ${actual === 2 && most === 1 ? 'twice' : `${actual} times where ${most} is right`}.`;
  }
  if (actual === 0)
    return `The action's record is not there${seen.when === 'late' ? ', nor does it appear later' : ''}.`;
  if (separate < most)
    return `The action was not done anew: ${actual === 1 ? '1 record' : `${actual} records`} where ${most} are right.`;
  return `${most} separate actions left ${actual} record${actual === 1 ? '' : 's'}: some were merged or lost.`;
}
