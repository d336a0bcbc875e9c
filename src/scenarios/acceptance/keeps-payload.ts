import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { payloadKept } from '../../harness/invariants/payload-kept.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Contract, FieldRole } from '../../harness/model/contract.js';
import type { Json } from '../../harness/model/json.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import { pointerOf } from '../field-pointer.js';
import { atMostOne, first, observeLate, one } from '../steps.js';

/** Enough to find every column that cuts, and short enough to print. */
const longestProbed = 16_384;

/** What was approved is what is stored, also where it is written in ways that systems like to tidy up. */
export const keepsPayload: Scenario = {
  id: 'acceptance/keeps-payload',
  title: 'The record says what was approved, character by character',
  level: 'MUST',
  course:
    'Creates carry other scripts and emoji, markup and quotes, outer blanks, line breaks, the longest text, 2^53-1, 0.1+0.2, a list whose order matters, a nested member and an empty one.',
  holdsWhen: 'Every member that the contract says is kept reads back equal to what was sent.',
  risk: 'What is carried out is not what was approved: a cut address, a wrong amount, a name that cannot be read.',
  usualCause:
    'A short column, a wrong character set, a float or a clean-up step changes values on the way in.',
  remedy: 'Store what was sent, or refuse it; never change it without saying so.',
  sources: [
    'RFC 8259, sections 6 to 8: numbers, texts and their characters',
    'first essay: the approved payload is what is done',
  ],
  needs: ['observe', 'kept-fields'],
  flaws: ['title-cut', 'text-re-encoded', 'number-rounded', 'fields-swapped', 'outer-blanks-trimmed'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract }) => [
    { name: 'the sample as it is', steps: [first({ name: 'sample' }), observeLate({ name: 'sample' }, one)] },
    ...probesOf(contract).flatMap((probe) => tryOf(contract, probe)),
  ],
  invariants: [payloadKept, recordsAsPromised, noServerErrors],
};

interface Probe {
  readonly name: string;
  readonly role: FieldRole;
  readonly value: Json;
}

function probesOf({ fields }: Contract): readonly Probe[] {
  const line = fields.text?.max ?? 0;
  const lines = fields.long_text?.max ?? 0;
  return [
    { name: 'other scripts and emoji', role: 'text', value: cut('Ζωή 漢字 שלום Łódź naïve 🚢👩‍👧', line) },
    { name: 'markup and quotes', role: 'text', value: cut(`<b>O'Neil & "Sons"</b> \\ %20 {x} -- ;`, line) },
    { name: 'outer blanks', role: 'text', value: `  ${cut('blanks around', line - 4)}  ` },
    { name: 'the longest line', role: 'text', value: filled(line) },
    { name: 'line breaks', role: 'long_text', value: cut('first\nsecond\r\n\tthird\n\n', lines) },
    { name: 'a long text', role: 'long_text', value: filled(lines) },
    { name: '2^53-1', role: 'integer', value: Number.MAX_SAFE_INTEGER },
    { name: '0.1+0.2', role: 'number', value: 0.1 + 0.2 },
    { name: 'a list in order', role: 'list', value: ['zulu', 'alpha', 'zulu', 'Mike'] },
    { name: 'a nested text', role: 'nested', value: 'inner “text”, as it was' },
    { name: 'an empty member', role: 'optional', value: null },
  ];
}

/** A receiver may refuse what it cannot keep, but not what its contract says that it takes. */
function tryOf({ fields, kept }: Contract, { name, role, value }: Probe): readonly Try[] {
  const pointer = pointerOf(fields, role);
  const isKept = kept.some(({ sent }) => pointer === sent || pointer?.startsWith(`${sent}/`) === true);
  if (pointer !== undefined && !isKept) return [];
  const action = { name: 'task', edits: [{ pointer: pointer ?? '', value }] };
  const count = name.includes('long') ? one : atMostOne;
  return [{ name, needs: [`field:${role}`], steps: [first(action), observeLate(action, count)] }];
}

function cut(text: string, most: number): string {
  return Array.from(text).slice(0, Math.max(0, most)).join('');
}

/** A text of that many characters in which every place differs from its neighbours. */
function filled(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: Math.min(length, longestProbed) }, (_, at) => letters[at % 26] ?? '').join('');
}
