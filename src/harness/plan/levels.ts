import type { Contract, Mode } from '../model/contract.js';
import type { Requirement } from '../model/scenario.js';
import type { Level } from '../model/verdict.js';

const surveyedWhenUnguarded = ['replay', 'lost-reply', 'concurrency'];

/** The family of a requirement: the part of its id before the slash. */
export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** How binding a requirement is under this contract: claims and the mode decide, promises raise SHOULD to MUST. */
export function levelUnder(requirement: Requirement, contract: Contract): Level {
  const family = familyOf(requirement.id);
  if (contract.mode === 'unguarded' && surveyedWhenUnguarded.includes(family)) return 'SURVEY';
  if (contract.mode === 'unguarded' && family === 'lookup') return 'MUST';
  if (contract.promises.includes(requirement.id)) return 'MUST';
  if (requirement.level !== 'as-claimed') return requirement.level;
  return isClaimed(requirement, contract) ? 'MUST' : 'SURVEY';
}

function isClaimed({ claim }: Requirement, contract: Contract): boolean {
  if (claim === undefined) return false;
  if (claim === 'consistency') return true;
  if (claim === 'retention') return contract.retention.ms !== null;
  if (claim === 'intent: repeat') return isSaid(contract.intent?.repeat);
  if (claim === 'intent: differs') return isSaid(contract.intent?.differs);
  return isSaid(contract.claims[claim]);
}

function isSaid(value: string | undefined): boolean {
  return value !== undefined && value !== 'undocumented';
}

/** The grade that a contract can reach at best; where a repeat gets an error and no more, a look-up has to name its record. */
export function gradeToReach({
  mode,
  claims,
}: Pick<Contract, 'mode' | 'claims'>): 'retry-safe' | 'duplicate-safe' | 'reconcile-first' {
  return mode === 'key' && claims.replay === 'error_only' ? 'duplicate-safe' : gradeOfMode[mode];
}

const gradeOfMode: Readonly<Record<Mode, ReturnType<typeof gradeToReach>>> = {
  key: 'retry-safe',
  upsert: 'duplicate-safe',
  insert_only: 'duplicate-safe',
  unguarded: 'reconcile-first',
};
