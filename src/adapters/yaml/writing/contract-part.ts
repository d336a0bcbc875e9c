import type { Observed, ObservedContract } from '../../../harness/model/observed-contract.js';
import { claimNames } from '../../../harness/model/contract.js';

const longestComment = 400;

/**
 * The part of an adapter file that states the contract, as it was observed: `retention`, `scope` and `claims`, each
 * with what it rests on, and what was not settled as comments alone.
 */
export function contractPart(observed: ObservedContract): string {
  const { remarks, retention, scope, consistency, intent } = observed;
  const lines = [
    ...remarks.map((remark) => comment(remark)),
    comment(`consistency (in observe): ${freshness(consistency)}`),
    ...Object.entries(intent ?? {}).map(([name, { value, evidence }]) =>
      comment(`${name} (in intent): ${value === null ? '' : `${value}: `}${evidence}`),
    ),
    stated(
      'retention',
      retention,
      ({ kind, seconds }) => `{ value: ${spelledSeconds(seconds)}, kind: ${kind} }`,
    ),
    stated('scope', scope, (parts) => `[${parts.join(', ')}]`),
    ...claimLines(observed),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function claimLines({ claims }: ObservedContract): readonly string[] {
  const lines = claimNames.map((name) => stated<string>(name, claims[name], (value) => value));
  const some = claimNames.some((name) => claims[name].value !== null);
  // A section without a claim would be no mapping.
  return some ? ['claims:', ...lines.map((line) => `  ${line}`)] : lines;
}

function stated<Value>(name: string, seen: Observed<Value>, spelled: (value: Value) => string): string {
  const { value, evidence } = seen;
  return value === null ? comment(`${name}: ${evidence}`) : `${name}: ${spelled(value)} ${comment(evidence)}`;
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** A length of time as adapter files spell it, in the largest unit that says it exactly. */
function spelledSeconds(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

function freshness({ value, evidence }: ObservedContract['consistency']): string {
  if (value === null) return evidence;
  return value.kind === 'immediate' ? evidence : `${value.kind}, settle ${value.settleSeconds}s: ${evidence}`;
}

/** A receiver may have had a say in it: nothing in it ends the line. */
function comment(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return `# ${line.length > longestComment ? `${line.slice(0, longestComment)}…` : line}`;
}
