import type { Operation } from '../records/operations.js';
import type { Dialect } from './dialect.js';

/** The kind of the records that the create on trial makes. */
export const firstOperationKind = 'record-0';

/** The operation of a dialect's create; each create makes a kind of its own. Plain data: it goes into jobs as JSON. */
export function dialectOperation({ creates }: Dialect, index: number): Operation {
  const route = creates[index]?.path ?? '';
  return {
    kind: `record-${index}`,
    route,
    idPrefix: '',
    fields: {},
    required: [],
    fixed: [],
    editable: true,
  };
}
