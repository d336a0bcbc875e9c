import type { ContractLine } from '../model/report.js';
import type { ContractDrift } from '../model/report-diff.js';

const untold: Pick<ContractLine, 'declared' | 'observed' | 'fits' | 'between'> = {
  declared: 'not claimed',
  observed: 'not exercised',
  fits: [],
  between: null,
};

/**
 * The lines of several contract tables that do not say the same, with what each says. What one of them has not
 * exercised is no difference, and neither are measured lengths of time, which no two runs have alike.
 */
export function contractDrift(tables: readonly (readonly ContractLine[])[]): readonly ContractDrift[] {
  const claims = [...new Set(tables.flatMap((lines) => lines.map(({ claim }) => claim)))];
  return claims.flatMap((claim) => {
    const lines = tables.map((table) => table.find((line) => line.claim === claim) ?? untold);
    const declared = lines.map((line) => line.declared);
    const observed = lines.map((line) => line.observed);
    const seen = lines.filter((line) => line.observed !== 'not exercised');
    const differs = [
      ...(new Set(declared).size > 1 ? (['declared'] as const) : []),
      ...(seen.some((line) => !isAlike(line, seen[0] ?? line)) ? (['observed'] as const) : []),
    ];
    return differs.length === 0 ? [] : [{ claim, declared, observed, differs }];
  });
}

type Seen = Pick<ContractLine, 'observed' | 'fits' | 'between'>;

function isAlike(one: Seen, other: Seen): boolean {
  if (one.between !== null && other.between !== null) return overlap(one.between, other.between);
  if (one.fits.length > 0 && other.fits.length > 0)
    return one.fits.some((value) => other.fits.includes(value));
  return withoutFigures(one.observed) === withoutFigures(other.observed);
}

/** Two windows that may be the same one. */
function overlap(
  one: NonNullable<ContractLine['between']>,
  other: NonNullable<ContractLine['between']>,
): boolean {
  const least = Math.max(one.atLeastMs ?? 0, other.atLeastMs ?? 0);
  const most = Math.min(one.atMostMs ?? Infinity, other.atMostMs ?? Infinity);
  return least <= most;
}

function withoutFigures(text: string): string {
  return text.replaceAll(/\d[\d.,]*(?: (?:ms|s|minutes?|hours?|days?|seconds?)\b)?/g, '#');
}
