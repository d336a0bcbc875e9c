import { number, text, textOrNull, type FieldRule } from '../records/field-rules.js';
import type { Operation } from '../records/operations.js';
import type { Json } from '../store/records.js';

/** Where an order stands with the ERP. Acceptance is a promise to deliver it there, and no proof that it arrived. */
export type OrderState = 'PENDING_ERP' | 'CONFIRMED' | 'QUARANTINED' | 'UNKNOWN_EXTERNAL';

/** An order as it is kept. */
export interface Order {
  readonly id: string;
  readonly tenant: string;
  readonly intent: string;
  readonly reference: string;
  /** The members that its caller sent, with later changes, as JSON. */
  readonly content: string;
  readonly version: number;
  readonly state: OrderState;
  /** The ERP's own id of it; null until the ERP has said one. */
  readonly externalReference: string | null;
  /** The latest version that the ERP is known to hold; 0 before the first. */
  readonly confirmedVersion: number;
}

const orderLine = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  text(1, 64)((value as Readonly<Record<string, Json>>)['sku'] ?? null) === undefined &&
  Number.isSafeInteger((value as Readonly<Record<string, Json>>)['quantity']);

const lines: FieldRule = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(orderLine)
    ? undefined
    : 'a list of lines, each with a sku and a whole quantity';

/** The rule of a text that is a column of its own; PostgreSQL holds no NUL in one. */
export const column =
  (most: number): FieldRule =>
  (value) =>
    typeof value === 'string' && value.includes('\0') ? 'a text without U+0000' : text(1, most)(value);

/** The one operation of the command API; its version is part of every key and of every intent. */
export const placeOrder: Operation = {
  kind: 'sales-order.create.v1',
  route: '/v1/orders',
  idPrefix: 'ord_',
  fields: {
    business_intent_id: column(200),
    reference: column(200),
    account: text(1, 200),
    lines,
    amount: number,
    note: textOrNull,
    approval: text(0, 200),
  },
  required: ['business_intent_id', 'reference', 'account'],
  fixed: ['business_intent_id', 'reference', 'account'],
  editable: true,
};
