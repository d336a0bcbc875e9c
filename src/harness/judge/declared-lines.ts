import type { Contract } from '../model/contract.js';
import { carriageOf, type ContractLineName } from '../model/contract-line.js';
import { spelledDuration } from '../model/spelled.js';

/** What a contract says of each line that is held against what is observed, in the order of the report. */
export function declaredLines(contract: Contract): ReadonlyMap<string, string> {
  const { claims, consistency } = contract;
  const lines: Readonly<Record<Exclude<ContractLineName, IntentLine>, string>> = {
    carriage: carriageOf(contract),
    replay: claims.replay,
    // A recogniser may know it; nobody promises it.
    'replay marker': 'not claimed',
    mismatch: claims.mismatch,
    in_flight: claims.in_flight,
    failures: claims.failures,
    missing_key: claims.missing_key,
    after_expiry: claims.after_expiry,
    retention: windowOf(contract),
    ...scopesOf(contract),
    consistency:
      consistency.kind === 'immediate'
        ? consistency.kind
        : `eventual, within ${spelledDuration(consistency.settleMs)}`,
  };
  return new Map([...Object.entries(lines), ...intentOf(contract), ...untried(contract)]);
}

type IntentLine = Extract<ContractLineName, `intent: ${string}`>;

/** Without a second boundary there is nothing to hold against what is observed, and no requirement looks at it. */
function intentOf({ intent }: Contract): readonly (readonly [IntentLine, string])[] {
  if (intent === undefined) return [];
  return [
    ['intent: repeat', intent.repeat],
    ['intent: differs', intent.differs],
  ];
}

function windowOf({ retention: { kind, ms } }: Contract): string {
  return ms === null ? kind : `${kind}, ${spelledDuration(ms)}`;
}

/**
 * What the list of scopes says of each of its kinds. Whoever scopes keys by tenant says that all credentials of one
 * share them; of operations a list says nothing where it names none.
 */
function scopesOf({
  scope,
}: Contract): Readonly<Record<Extract<ContractLineName, `scope: ${string}`>, string>> {
  if (scope === 'undocumented') {
    return { 'scope: tenant': scope, 'scope: credential': scope, 'scope: operation': scope };
  }
  const byCredential = scope.includes('credential');
  const byTenant = scope.includes('tenant');
  const byOperation = scope.includes('path') || scope.includes('method');
  return {
    'scope: tenant': byTenant || byCredential ? 'apart' : 'not claimed',
    'scope: credential': byCredential ? 'apart' : byTenant ? 'shared' : 'not claimed',
    'scope: operation': byOperation ? 'apart' : 'not claimed',
  };
}

/** Scopes that no requirement tries. */
function untried({ scope }: Contract): readonly (readonly [string, string])[] {
  if (scope === 'undocumented') return [];
  return scope
    .filter((each) => each === 'region' || each === 'environment')
    .map((each) => [`scope: ${each}`, 'apart']);
}
