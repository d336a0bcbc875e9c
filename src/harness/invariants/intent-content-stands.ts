import type { Contract, Intent } from '../model/contract.js';
import type { EventOf } from '../model/event.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import type { TryView } from '../model/history-view.js';
import { sharedIntentsIn, type Claimant } from './intents.js';
import { overCases, overTries } from './reading.js';
import { differenceFrom, readsContent } from './stored-content.js';

interface Contradiction {
  readonly each: TryView;
  /** Those that were told "done", first ones first. */
  readonly done: readonly Claimant[];
  readonly seen: EventOf<'observed'>;
}

/** Of several contents for one business intent, the record reads what the contract says of those that were told "done". */
export const intentContentStands: Invariant = {
  id: 'intent-content-stands',
  about: 'effect',
  promise: 'The record of a business intent reads the content that was acknowledged.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(contradictionsIn(each, contract), (one) => fallen(one, contract)),
    );
    return resultOf(cases, findings, 'no intent with two contents was acknowledged and counted');
  },
};

function contradictionsIn(each: TryView, contract: Contract): readonly Contradiction[] {
  return sharedIntentsIn(each, contract).flatMap((claimants) => {
    const markers = claimants.map(({ facts }) => facts.marker);
    const seen = each
      .of('observed')
      .findLast(({ when, complete, marker }) => when === 'late' && complete && markers.includes(marker));
    const done = claimants.filter(wasDone);
    return seen === undefined || seen.records.length === 0 || done.length === 0 ? [] : [{ each, done, seen }];
  });
}

/** "exists" says that there is a record, and not that it is this one's. */
function wasDone({ acknowledged }: Claimant): boolean {
  return acknowledged.some(({ outcome }) => outcome.kind !== 'exists');
}

/** An acknowledged content that no record reads, though it is due. */
function fallen({ each, done, seen }: Contradiction, contract: Contract): Broken | null {
  const differs = contract.intent?.differs ?? 'undocumented';
  const reads = ({ facts }: Claimant): boolean =>
    seen.records.some((record) => readsContent(record, facts.payload, contract));
  const due = dueOf(done, differs);
  const stands = differs === 'reject' ? due.every(reads) : due.some(reads);
  const loser = due.find((claimant) => !reads(claimant));
  if (stands || loser === undefined) return null;
  return {
    attempt: each.name,
    action: loser.facts.action,
    sentence: 'The record of a business intent does not read what was acknowledged for it.',
    expected: `a record that reads what was acknowledged for ${loser.facts.action}`,
    actual: differenceFrom(seen.records[0], loser.facts.payload, contract),
    events: [
      ...done.flatMap(({ creates }) =>
        creates.slice(0, 1).flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
      ),
      seen.seq,
    ],
  };
}

/** Whose content may stand: what was there first, what came last, or, as no two may be acknowledged, everyone's. */
function dueOf(done: readonly Claimant[], differs: Intent['differs']): readonly Claimant[] {
  if (differs === 'same_record') return done.filter((one) => !done.some((other) => isBefore(other, one)));
  if (differs === 'update') return done.filter((one) => !done.some((other) => isBefore(one, other)));
  return done;
}

/** True where the first create of one was over before that of the other began. */
function isBefore({ creates: [one] }: Claimant, { creates: [other] }: Claimant): boolean {
  if (one === undefined || other === undefined) return false;
  return one.ended.seq < other.exchange.started.seq;
}
