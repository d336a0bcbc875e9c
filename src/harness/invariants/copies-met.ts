import { resultOf, type Invariant } from '../model/invariant.js';

/** In every burst some round had several requests under way at one moment; without that a race proves nothing. */
export const copiesMet: Invariant = {
  id: 'copies-met',
  about: 'effect',
  promise: 'Requests that were released together were under way together.',
  check: (history) => {
    const bursts = history.tries.map((each) => each.of('burst-measured')).filter(({ length }) => length > 0);
    const apart = bursts.filter((rounds) => rounds.every(({ overlap }) => overlap < 2));
    if (apart.length > 0)
      return { kind: 'unknown', why: 'the requests of a burst did not overlap in any round' };
    return resultOf(bursts.flat().length, [], 'no burst was measured');
  },
};
