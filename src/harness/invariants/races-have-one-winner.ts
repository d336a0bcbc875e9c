import { resultOf, type Invariant } from '../model/invariant.js';
import { inWords, overCases } from './reading.js';
import { racesOf, winnersOf } from './races.js';

/** Of contents that race under one key, only one is told "done". */
export const racesHaveOneWinner: Invariant = {
  id: 'races-have-one-winner',
  about: 'answer',
  promise: 'Of two contents that race under one key, only one is told that it is done.',
  check: (history, { claims }) => {
    const { all, met } = racesOf(history);
    const anyWins = claims.mismatch === 'update' || claims.mismatch === 'replay_anyway';
    const { cases, findings } = overCases(met, (race) => {
      const winners = winnersOf(race);
      if (anyWins || winners.length < 2) return null;
      return {
        attempt: race.each.name,
        action: winners.at(-1)?.action ?? null,
        sentence: 'Two different contents under one key were both told that they are done.',
        expected: 'one of them acknowledged, the other refused',
        actual: winners
          .map(({ action, create }) => `${action}: ${inWords(create.ended.answer, create.outcome)}`)
          .join('; '),
        events: [
          ...race.contestants.map(({ create }) => create.exchange.started.seq),
          ...race.contestants.map(({ create }) => create.ended.seq),
        ],
      };
    });
    return resultOf(
      cases,
      findings,
      all.length > 0 ? 'the requests did not overlap' : 'no two contents raced',
    );
  },
};
