import type { Contract } from '../model/contract.js';
import type { Bracket } from '../model/contract-line.js';
import type { ContractLine } from '../model/report.js';
import type { Observation } from '../model/scenario.js';

/** What is said of one line, and the contract that says it. */
interface Said {
  readonly claim: string;
  readonly said: string;
  readonly contract: Pick<Contract, 'consistency' | 'retention' | 'claims'>;
}

/** Behaviours that keep another claim than the one that names them: they do as much or more. */
const keptBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  replay: { same_id: ['same_response'], error_only: ['error_with_id'] },
  in_flight: { either: ['reject', 'wait'], may_duplicate: ['reject', 'wait'] },
  // Two names of one behaviour: one says what is kept, the other what is done after a failure.
  failures: { '2xx_only': ['re_execute'], re_execute: ['2xx_only'] },
};

/** Whether all that was seen of a line keeps what is said of it; `between` are the bounds of all of it. */
export function agreement(
  line: Said,
  own: readonly Pick<Observation, 'observed' | 'fits'>[],
  between: Bracket | null,
): ContractLine['agrees'] {
  if (own.length === 0) return 'not exercised';
  if (line.said === 'undocumented' || line.said === 'not claimed') return 'not claimed';
  return keeps(line, own, between) ? 'agrees' : 'differs';
}

function keeps(
  { claim, said, contract }: Said,
  own: readonly Pick<Observation, 'observed' | 'fits'>[],
  between: Bracket | null,
): boolean {
  if (claim === 'retention') return between !== null && keepsWindow(contract, between);
  const valuesOf = ({ fits, observed }: (typeof own)[number]): readonly string[] => fits ?? [observed];
  if (claim === 'consistency') {
    return own.every((each) => valuesOf(each).some((value) => isFresh(contract, value, between)));
  }
  const keeping = [said, ...(keptBy[claim]?.[said] ?? [])];
  return own.every((each) => valuesOf(each).some((value) => keeping.includes(value)));
}

/** A floor may be kept for longer, a ceiling for less long; what is exact is neither. */
function keepsWindow({ retention, claims }: Said['contract'], { atLeastMs, atMostMs }: Bracket): boolean {
  const { kind, ms } = retention;
  if (ms === null) return true;
  const isShort = atMostMs !== null && atMostMs < ms;
  // Where an expired key is said to be replayed, a replay does not say that it has not expired.
  const isLong = atLeastMs !== null && atLeastMs > ms && claims.after_expiry !== 'replay';
  return (kind === 'ceiling' || !isShort) && (kind === 'floor' || !isLong);
}

function isFresh({ consistency }: Said['contract'], value: string, between: Bracket | null): boolean {
  const { kind, settleMs, pollMs } = consistency;
  if (kind === 'immediate' || value === 'immediate') return value === 'immediate';
  // The last look may begin one poll after the moment at which the record came into sight.
  return value === 'eventual' && (between?.atMostMs ?? Infinity) <= settleMs + pollMs;
}
