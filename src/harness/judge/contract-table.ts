import { spelledDuration } from '../model/spelled.js';
import type { Contract } from '../model/contract.js';
import type { ContractLine } from '../model/report.js';
import type { Judged } from './judge-history.js';

/** Every claim beside what was seen of it, and what was seen without being claimed. */
export function contractTable(contract: Contract, judged: readonly Judged[]): readonly ContractLine[] {
  const seen = judged.flatMap(({ scenario, observations }) =>
    observations.map(({ claim, observed }) => ({ claim, observed, id: scenario.id })),
  );
  const declared = declaredOf(contract);
  const others = [...new Set(seen.map(({ claim }) => claim))].filter((claim) => !declared.has(claim));
  return [...declared.keys(), ...others].map((claim) => {
    const own = seen.filter((each) => each.claim === claim);
    const observed = [...new Set(own.map((each) => each.observed))];
    const said = declared.get(claim) ?? 'not claimed';
    return {
      claim,
      declared: isUnconfirmed(contract, claim) ? `${said} (unconfirmed)` : said,
      observed: observed.length === 0 ? 'not exercised' : observed.join('; '),
      agrees: agreement(said, observed),
      seenIn: [...new Set(own.map(({ id }) => id))],
    };
  });
}

/** Whether the file has no primary source for what it says of this claim. */
function isUnconfirmed({ unconfirmed = [] }: Contract, claim: string): boolean {
  return unconfirmed.includes(claim) || unconfirmed.includes(`claims.${claim}`);
}

function declaredOf(contract: Contract): ReadonlyMap<string, string> {
  const { claims, consistency, retention, scope } = contract;
  return new Map<string, string>([
    ...Object.entries(claims),
    ['consistency', consistency.kind],
    [
      'retention',
      retention.ms === null ? retention.kind : `${retention.kind}, ${spelledDuration(retention.ms)}`,
    ],
    ['scope', scope === 'undocumented' ? scope : scope.join(', ')],
  ]);
}

function agreement(declared: string, observed: readonly string[]): ContractLine['agrees'] {
  if (observed.length === 0) return 'not exercised';
  if (declared === 'undocumented' || declared === 'not claimed') return 'not claimed';
  return observed.every((value) => value === declared || implied(declared, value)) ? 'agrees' : 'differs';
}

/** A stricter behaviour keeps a weaker claim. */
function implied(declared: string, observed: string): boolean {
  if (declared === 'same_id') return observed === 'same_response';
  if (declared === 'eventual') return observed === 'immediate';
  if (declared === 'either') return observed === 'reject' || observed === 'wait';
  return declared.startsWith(observed);
}
