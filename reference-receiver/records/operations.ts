import type { Json } from '../store/records.js';
import { charactersIn } from '../text.js';

/** A rule for one member: undefined when the value is right, else what is wanted. */
type FieldRule = (value: Json) => string | undefined;

/** One kind of record that can be created, and where. */
export interface Operation {
  readonly kind: string;
  /** The path of the collection. */
  readonly route: string;
  readonly idPrefix: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly required: readonly string[];
  /** Members that stay as they were created. */
  readonly fixed: readonly string[];
  /** Whether records carry a version, can be changed and removed. */
  readonly editable: boolean;
}

const text =
  (least: number, most: number): FieldRule =>
  (value) =>
    typeof value === 'string' && charactersIn(value) >= least && charactersIn(value) <= most
      ? undefined
      : `a text of ${least} to ${most} characters`;

// Outer blanks do not count, and are kept.
const title: FieldRule = (value) =>
  typeof value === 'string' && value.trim() !== '' && charactersIn(value.trim()) <= 160
    ? undefined
    : 'a text of 1 to 160 characters, outer blanks not counted';

const anyObject: FieldRule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';

const texts: FieldRule = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'a list of texts';

const number: FieldRule = (value) => (Number.isFinite(value) ? undefined : 'a number');

const wholeNumber: FieldRule = (value) =>
  Number.isSafeInteger(value) ? undefined : 'a whole number, at most 2^53-1';

const textOrNull: FieldRule = (value) =>
  value === null || typeof value === 'string' ? undefined : 'a text or null';

/** The follow-up tasks of the CRM. */
const tasks: Operation = {
  kind: 'task',
  route: '/v1/tasks',
  idPrefix: 'tsk_',
  fields: {
    title,
    reference: text(1, 200),
    description: text(0, 65_536),
    details: anyObject,
    labels: texts,
    amount: number,
    quantity: wholeNumber,
    note: textOrNull,
    // One record for each, whatever the key.
    intent: text(1, 200),
  },
  required: ['title', 'reference'],
  fixed: ['intent'],
  editable: true,
};

/** A second kind of record under the same guard, so that one key can meet two operations. */
const notes: Operation = {
  kind: 'note',
  route: '/v1/notes',
  idPrefix: 'nte_',
  fields: { text: text(1, 65_536), reference: text(1, 200) },
  required: ['text', 'reference'],
  fixed: [],
  editable: false,
};

/** Everything that can be created. */
export const operations: readonly Operation[] = [tasks, notes];
