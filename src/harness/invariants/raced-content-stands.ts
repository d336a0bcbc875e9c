import type { Contract } from '../model/contract.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases } from './reading.js';
import { racesOf, winnersOf, type Race } from './races.js';
import { differenceFrom, readsContent } from './stored-content.js';

/** Of contents that race under one key, the one that was told "done" is what the record reads. */
export const racedContentStands: Invariant = {
  id: 'raced-content-stands',
  about: 'effect',
  promise: 'Of two contents that race under one key, the acknowledged one is stored.',
  check: (history, contract) => {
    const { all, met } = racesOf(history);
    const won = met.filter((race) => winnersOf(race).length > 0 && race.seen.records.length > 0);
    const { cases, findings } = overCases(won, (race) => lostContent(race, contract));
    return resultOf(
      cases,
      findings,
      all.length > met.length ? 'the requests did not overlap' : 'no race was won',
    );
  },
};

/** An acknowledged content that no record reads; where clashes update or are replayed, one that reads is enough. */
function lostContent(race: Race, contract: Contract): Broken | null {
  const winners = winnersOf(race);
  const lost = winners.filter(
    ({ facts }) => !race.seen.records.some((record) => readsContent(record, facts.payload, contract)),
  );
  const { mismatch } = contract.claims;
  const enough = mismatch === 'update' || mismatch === 'replay_anyway' ? winners.length - 1 : 0;
  const [loser] = lost;
  if (loser === undefined || lost.length <= enough) return null;
  return {
    attempt: race.each.name,
    action: loser.action,
    sentence: 'Of two contents under one key, the receiver acknowledged one and holds the other.',
    expected: `a record that reads what was acknowledged for ${loser.action}`,
    actual: differenceFrom(race.seen.records[0], loser.facts.payload, contract),
    events: [
      ...race.contestants.map(({ create }) => create.exchange.started.seq),
      ...race.contestants.map(({ create }) => create.ended.seq),
      race.seen.seq,
    ],
  };
}
