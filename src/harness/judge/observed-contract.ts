import { claimNames } from '../model/contract.js';
import type { ContractLineName } from '../model/contract-line.js';
import type { Observed, ObservedContract } from '../model/observed-contract.js';
import type { ContractLine, Report } from '../model/report.js';
import { counted } from '../model/spelled.js';

/** What of a report it takes to tell the contract as observed. */
type Told = Pick<Report, 'contract' | 'kit' | 'run' | 'seed' | 'effort'> & {
  readonly target: Pick<Report['target'], 'name'>;
};

type LineOf = (name: ContractLineName) => ContractLine | null;

const notObserved = 'not observed';

/** The contract that a run observed: what is settled as a value, and for the rest why it is not. */
export function observedContract(report: Told): ObservedContract {
  const lineOf: LineOf = (name) =>
    report.contract.find(({ claim, cases }) => claim === name && cases > 0) ?? null;
  const { kit, run, seed, effort, target } = report;
  return {
    target: target.name,
    remarks: [
      `What was observed of "${target.name}", and no promise of its owner: ${kit.name} ${kit.version}, run ${run}, seed ${seed}, effort ${effort}.`,
      ...(['carriage', 'replay marker'] as const).map((name) => `${name}: ${remarkOf(lineOf(name))}`),
    ],
    claims: Object.fromEntries(
      claimNames.map((name) => [name, settled(lineOf(name))]),
    ) as unknown as ObservedContract['claims'],
    retention: windowOf(lineOf('retention')),
    intent: intentOf(report),
    scope: scopeOf(lineOf),
    consistency: freshnessOf(lineOf('consistency')),
  };
}

/** True where anything was observed that the file can say. */
export function saysSomething({ claims, retention, intent, scope, consistency }: ObservedContract): boolean {
  return [...Object.values(claims), ...Object.values(intent ?? {}), retention, scope, consistency].some(
    ({ value }) => value !== null,
  );
}

function remarkOf(line: ContractLine | null): string {
  return line === null ? notObserved : `${line.observed} (${seenOf(line)})`;
}

function seenOf({ cases, seenIn }: ContractLine): string {
  return `${counted(cases, 'case')} in ${seenIn.join(', ')}`;
}

/** A claim has a value where everything that was seen fits one, and no other. */
function settled<Value extends string>(line: ContractLine | null): Observed<Value> {
  if (line === null) return { value: null, evidence: notObserved };
  const [value, ...others] = line.fits;
  if (value !== undefined && others.length === 0) {
    const more = line.observed === value ? '' : `${line.observed.replace(`${value}: `, '')}; `;
    return { value: value as Value, evidence: `${more}${seenOf(line)}` };
  }
  const several = line.observed.includes('; ') ? 'several behaviours were seen' : 'no claim says this';
  const why = value === undefined ? several : 'not settled';
  return { value: null, evidence: `${why}: ${remarkOf(line)}` };
}

/** The table has these lines where the contract has an intent, observed or not. */
function intentOf({ contract }: Told): ObservedContract['intent'] {
  const lineOf = (name: 'repeat' | 'differs'): ContractLine | undefined =>
    contract.find(({ claim }) => claim === `intent: ${name}`);
  const [repeat, differs] = [lineOf('repeat'), lineOf('differs')];
  if (repeat === undefined || differs === undefined) return null;
  const seen = (line: ContractLine): ContractLine | null => (line.cases > 0 ? line : null);
  return { repeat: settled(seen(repeat)), differs: settled(seen(differs)) };
}

/** Held for so long at least; where no use was ever held, over after so long at most. In whole seconds. */
function windowOf(line: ContractLine | null): ObservedContract['retention'] {
  const between = line?.between ?? null;
  if (line === null || between === null) return { value: null, evidence: notObserved };
  const { atLeastMs, atMostMs } = between;
  if (atLeastMs !== null && atMostMs !== null && atLeastMs > atMostMs) {
    return { value: null, evidence: `keys were not held alike: ${remarkOf(line)}` };
  }
  const heldSeconds = Math.floor((atLeastMs ?? 0) / 1_000);
  const evidence = `${line.observed}; ${seenOf(line)}`;
  if (heldSeconds > 0) return { value: { kind: 'floor', seconds: heldSeconds }, evidence };
  if (atMostMs === null) return { value: null, evidence: `not settled: ${remarkOf(line)}` };
  return { value: { kind: 'ceiling', seconds: Math.ceil(atMostMs / 1_000) }, evidence };
}

const scopes = [
  { line: 'scope: tenant', word: 'tenant' },
  { line: 'scope: credential', word: 'credential' },
  { line: 'scope: operation', word: 'path' },
] as const;

/** What the same key was seen to be told apart by; the evidence says what was not tried. */
function scopeOf(lineOf: LineOf): ObservedContract['scope'] {
  const each = scopes.map(({ line, word }) => ({ line, word, seen: lineOf(line) }));
  const value = each.flatMap(({ seen, word }) => (seen?.fits[0] === 'apart' ? [word] : []));
  const evidence = each
    .map(({ line, seen }) => `${line.replace('scope: ', '')} ${remarkOf(seen)}`)
    .join('; ');
  return { value: value.length === 0 ? null : value, evidence };
}

function freshnessOf(line: ContractLine | null): ObservedContract['consistency'] {
  if (line === null) return { value: null, evidence: notObserved };
  const evidence = remarkOf(line);
  const [kind] = line.fits;
  if (kind === 'immediate') return { value: { kind }, evidence };
  const atMostMs = line.between?.atMostMs ?? null;
  if (kind !== 'eventual' || atMostMs === null) return { value: null, evidence };
  return { value: { kind, settleSeconds: Math.max(1, Math.ceil(atMostMs / 1_000)) }, evidence };
}
