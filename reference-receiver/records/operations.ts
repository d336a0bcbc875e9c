import { anyObject, number, text, textOrNull, texts, title, wholeNumber } from './field-rules.js';
import type { FieldRule } from './field-rules.js';

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
