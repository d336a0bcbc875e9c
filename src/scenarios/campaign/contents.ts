import type { Contract, Edit, FieldRole } from '../../harness/model/contract.js';
import type { Json } from '../../harness/model/json.js';
import { pointerOf } from '../field-pointer.js';

/** What an action may say: edits of the sample, and whether a receiver may refuse it as no content at all. */
export interface Content {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly mayBeRefused: boolean;
}

/**
 * The contents that sequences speak of, in an order in which neighbours differ little: the sample first, then by pairs
 * what lenient comparisons and short columns take for equal.
 */
export function contentsOf(contract: Contract): readonly Content[] {
  const { vary } = contract;
  return [
    { name: 'the sample', edits: [], mayBeRefused: false },
    ...(vary === null ? [] : [{ name: 'its variation', edits: [vary], mayBeRefused: false }]),
    ...probesOf(contract).flatMap((probe) => contentOf(contract, probe)),
  ];
}

interface Probe {
  readonly name: string;
  readonly role: FieldRole;
  readonly value?: Json;
  /** How many characters the member must take. */
  readonly length?: number;
  readonly mayBeRefused?: boolean;
}

function probesOf({ fields }: Contract): readonly Probe[] {
  const line = fields.text?.max ?? 0;
  return [
    { name: 'a nested text', role: 'nested', value: 'quay 4' },
    { name: 'another nested text', role: 'nested', value: 'quay 5' },
    { name: 'the longest line, ending in a', role: 'text', value: ending('a', line) },
    { name: 'the longest line, ending in b', role: 'text', value: ending('b', line) },
    { name: 'a long text, ending in a', role: 'long_text', length: 600, value: ending('a', 600) },
    { name: 'a long text, ending in b', role: 'long_text', length: 600, value: ending('b', 600) },
    { name: 'a list', role: 'list', value: ['red', 'blue'] },
    { name: 'the list in another order', role: 'list', value: ['blue', 'red'] },
    { name: 'the number 1', role: 'number', value: 1 },
    { name: 'the text "1" for a number', role: 'number', value: '1', mayBeRefused: true },
    { name: 'null', role: 'optional', value: null, mayBeRefused: true },
    { name: 'a member left out', role: 'optional', mayBeRefused: true },
    { name: 'a number with a long fraction', role: 'number', value: 0.1 + 0.2 },
    { name: 'the largest whole number', role: 'integer', value: Number.MAX_SAFE_INTEGER },
    { name: 'other scripts', role: 'text', value: cut('Ζωή 漢字 שלום Łódź 🚢', line) },
    { name: 'outer blanks', role: 'text', value: `  ${cut('blanks around', line - 4)}  ` },
  ];
}

/** A member that the contract does not say is kept may be anything, and proves nothing. */
function contentOf({ fields, kept }: Contract, probe: Probe): readonly Content[] {
  const { name, role, value, length = 0, mayBeRefused = false } = probe;
  const field = fields[role];
  const pointer = pointerOf(fields, role);
  if (field === undefined || pointer === undefined) return [];
  if ('max' in field && field.max < length) return [];
  const isKept = kept.some(({ sent }) => pointer === sent || pointer.startsWith(`${sent}/`));
  if (!isKept) return [];
  return [{ name, mayBeRefused, edits: [value === undefined ? { pointer } : { pointer, value }] }];
}

function ending(letter: string, length: number): string {
  const most = Math.min(length, 600);
  return `${'carried to the end '.repeat(Math.ceil(most / 19)).slice(0, Math.max(0, most - 1))}${letter}`;
}

function cut(text: string, most: number): string {
  return Array.from(text).slice(0, Math.max(0, most)).join('');
}
