import type { Contract } from '../model/contract.js';
import type { Bracket } from '../model/contract-line.js';
import type { ContractLine } from '../model/report.js';
import type { Observation } from '../model/scenario.js';
import { spelledDuration } from '../model/spelled.js';
import { agreement } from './agreement.js';
import { declaredLines } from './declared-lines.js';
import type { Judged } from './judge-history.js';

/** Every claim beside what was seen of it, and what was seen without being claimed. */
export function contractTable(contract: Contract, judged: readonly Judged[]): readonly ContractLine[] {
  const seen = judged.flatMap(({ scenario, observations }) =>
    observations.map((observation) => ({ ...observation, id: scenario.id })),
  );
  const declared = declaredLines(contract);
  const others = [...new Set(seen.map(({ claim }) => claim))].filter((claim) => !declared.has(claim));
  return [...declared.keys(), ...others].map((claim) => {
    const own = seen.filter((each) => each.claim === claim);
    const said = declared.get(claim) ?? 'not claimed';
    const between = bracketOf(own);
    const fits = declared.has(claim) ? fitting(own) : [];
    return {
      claim,
      declared: isUnconfirmed(contract, claim) ? `${said} (unconfirmed)` : said,
      observed: own.length === 0 ? 'not exercised' : inWords(own, fits, between),
      agrees: agreement({ claim, said, contract }, own, between),
      fits,
      between,
      cases: own.length,
      seenIn: [...new Set(own.map(({ id }) => id))],
    };
  });
}

/** Whether the file has no primary source for what it says of this line. */
function isUnconfirmed({ unconfirmed = [] }: Contract, claim: string): boolean {
  const section = claim.split(':')[0] ?? claim;
  return unconfirmed.some((each) => each === section || each === `claims.${claim}`);
}

/** What fits every observation. Where several behaviours were seen, nothing does. */
function fitting(own: readonly Observation[]): readonly string[] {
  const [first, ...others] = own.map(({ fits, observed }) => fits ?? [observed]);
  return [...new Set(first)].filter((value) => others.every((fits) => fits.includes(value)));
}

/** The narrowest bounds that were seen, or null where no length of time was. */
function bracketOf(own: readonly Observation[]): Bracket | null {
  const brackets = own.flatMap(({ between }) => between ?? []);
  if (brackets.length === 0) return null;
  const least = brackets.flatMap(({ atLeastMs }) => atLeastMs ?? []);
  const most = brackets.flatMap(({ atMostMs }) => atMostMs ?? []);
  return {
    atLeastMs: least.length === 0 ? null : Math.max(...least),
    atMostMs: most.length === 0 ? null : Math.min(...most),
  };
}

function inWords(own: readonly Observation[], fits: readonly string[], between: Bracket | null): string {
  // What each requirement saw of the window lies within the bounds of all of them.
  if (own[0]?.claim === 'retention' && between !== null) return windowInWords(between);
  const words = [...new Set(own.map(({ observed }) => observed))].join('; ');
  const isSaid = fits.length === 0 || fits.some((value) => words.includes(value));
  return isSaid ? words : `${fits.join(' or ')}: ${words}`;
}

function windowInWords({ atLeastMs, atMostMs }: Bracket): string {
  const held = atLeastMs === null ? [] : [`held at ${spelledDuration(atLeastMs)}`];
  const gone = atMostMs === null ? [] : [`gone at ${spelledDuration(atMostMs)}`];
  return [...held, ...gone].join(', ');
}
