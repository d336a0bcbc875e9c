import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Contract, Edit, FieldRole } from '../../harness/model/contract.js';
import type { Json } from '../../harness/model/json.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import { pointerOf } from '../field-pointer.js';
import { clashAnswers, otherContent, recordsAfterClash, whereKeysBind } from '../other-content.js';
import { clash, first, observeLate, refusals, retry } from '../steps.js';

/** A comparison that looks at the surface only is found out where contents differ below it. */
export const deepDifference: Scenario = {
  id: 'conflict/deep-difference',
  title: 'A small difference deep in the content is still another content',
  level: 'MUST',
  course:
    'The same key is used with contents that differ in a nested member, in the last character, past 256 bytes and 8 KiB, in the order of a list, in a small part of a number, in type ("1" and 1), or in null and absent.',
  holdsWhen:
    'None is taken as a replay of the first, none makes a second record, and the first still replays.',
  risk: 'A changed amount or address is answered with "done", and the old one is carried out.',
  usualCause: 'The fingerprint covers some members, the first bytes, the top level, or values made alike.',
  remedy: 'Compare the whole content by its meaning, such as a digest of its canonical JSON.',
  sources: [
    'IETF Idempotency-Key draft, section 2.4: fingerprint of the request',
    'public report B60: a check only on the slow path',
    'contract facts: only the header and the amount are compared, a currency change is "the same"',
    'RFC 8785: canonical JSON',
  ],
  needs: ['observe'],
  flaws: ['compares-title-only', 'compares-first-bytes', 'compares-top-level', 'compares-loosely'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'retry-safe' },
  tries: ({ contract }) =>
    whereKeysBind(
      contract,
      differencesOf(contract).flatMap((difference) => tryOf(contract, difference)),
    ),
  invariants: [recordsAsPromised, answersAsPromised, retriesNameTheFirstRecord],
};

interface Difference {
  readonly name: string;
  readonly role: FieldRole;
  readonly was: Json;
  /** Left out where the member itself is. */
  readonly is?: Json;
  /** How many characters the member must take. */
  readonly length?: number;
}

function differencesOf({ fields }: Contract): readonly Difference[] {
  const line = fields.text?.max ?? 0;
  return [
    { name: 'in a nested member', role: 'nested', was: 'quay 4', is: 'quay 5' },
    { name: 'in the type of a nested member', role: 'nested', was: '1', is: 1 },
    { name: 'in the last character', role: 'text', ...endings(Math.min(line, 60)) },
    { name: 'past 256 bytes', role: 'long_text', length: 600, ...endings(600) },
    { name: 'past 8 KiB', role: 'long_text', length: 9_000, ...endings(9_000) },
    { name: 'in the order of a list', role: 'list', was: ['red', 'blue'], is: ['blue', 'red'] },
    { name: 'in a small part of a number', role: 'number', was: 0.3, is: 0.1 + 0.2 },
    { name: 'in the type of a number', role: 'number', was: 1, is: '1' },
    { name: 'in null and absent', role: 'optional', was: null },
  ];
}

/** Two texts of that length that differ in their last character. */
function endings(length: number): { readonly was: string; readonly is: string } {
  const start = 'carried to the end '.repeat(Math.ceil(length / 19)).slice(0, Math.max(0, length - 1));
  return { was: `${start}a`, is: `${start}b` };
}

function tryOf(contract: Contract, { name, role, was, is, length }: Difference): readonly Try[] {
  const field = contract.fields[role];
  const most = field !== undefined && 'max' in field ? field.max : Number.POSITIVE_INFINITY;
  if (length !== undefined && length > most) return [];
  const pointer = pointerOf(contract.fields, role) ?? '';
  const other: Edit = is === undefined ? { pointer } : { pointer, value: is };
  const task = { name: 'task', edits: [{ pointer, value: was }] };
  const clashing = clash(otherContent(task, [other]), { expect: answers(contract) });
  return [
    {
      name,
      needs: [`field:${role}`],
      steps: [first(task), clashing, clashing, retry(task), observeLate(task, recordsAfterClash(contract))],
    },
  ];
}

/** What is no content at all to the receiver is refused as such; and with keys, unless it is said otherwise, no clash is a replay. */
function answers(contract: Contract): readonly OutcomeKind[] {
  const { claims, mode } = contract;
  if (claims.mismatch === 'undocumented' && mode === 'key') return refusals;
  return [...new Set([...clashAnswers(contract), ...refusals])];
}
