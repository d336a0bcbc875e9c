import { either, mapping, optional, required, standard } from '../reading/groups.js';
import { pattern } from '../reading/pattern.js';
import { choice, duration, number, pointer, text } from '../reading/scalars.js';
import { template } from '../reading/templates.js';
import type { Read } from '../reading/shape.js';
import { extractors, pointerPair, outcomes, when } from './answers.js';
import { headerNameMistake, path, requestFields } from './request.js';

const next = mapping(
  'observe/next',
  {
    json: optional(pointer),
    header: optional(text('a header name', headerNameMistake)),
    regex: optional(pattern),
    param: optional(text('a parameter name')),
  },
  (value, report) => {
    if ((value.json === null) !== (value.header === null)) return;
    report('', {
      found: 'not exactly one place of the next cursor',
      expected: 'json or header',
      next: 'say where an answer names its next page',
    });
  },
);

const observation = mapping('observe', {
  ...requestFields(['marker', 'cursor', 'limit', 'run_id'], 'GET'),
  path: required(path(['marker', 'limit', 'run_id'])),
  items: required(pointer),
  item_id: required(pointer),
  where: optional(
    mapping('observe/where', {
      pointer: required(pointer),
      equals: required(template('a text', ['marker', 'run_id'])),
    }),
  ),
  count: optional(pointer),
  absent: optional(when),
  next: optional(next),
  limit: standard(number(1, 10_000), 100),
  consistency: standard(choice(['immediate', 'eventual']), 'immediate'),
  settle: optional(duration),
  poll: optional(duration),
});

/** The section `observe`: how the records that carry a marker are counted; `none` where they cannot be. */
export const observe = either(choice(['none']), observation);

/** A counting request. */
export type Observation = Read<typeof observation>;

const byKey = requestFields(['key', 'marker', 'run_id'], 'GET');

/** The section `lookup`: resolves one action to its record. */
export const lookup = mapping(
  'lookup',
  {
    ...byKey,
    path: optional(byKey.path.shape),
    from: optional(choice(['observe'])),
    id: optional(extractors),
    record: standard(pointer, ''),
    items: optional(pointer),
    item_id: optional(pointer),
    found: optional(when),
    absent: optional(when),
    several: optional(when),
  },
  (value, report) => {
    if (value.from !== null) {
      if (value.path !== null) {
        report('path', { found: '"path" beside from: observe', expected: 'one of them', next: 'remove one' });
      }
      return;
    }
    if (value.path === null) {
      report('', {
        found: 'neither "path" nor "from"',
        expected: 'a request, or from: observe',
        next: 'add "path"',
      });
      return;
    }
    if (value.items === null && value.absent === null) {
      report('', {
        found: 'no way to tell that there is no record',
        expected: '"items" for an answer that is a list, or "absent": an error is never taken for absent',
        next: 'add absent: { status: 404 }, or items and item_id',
      });
    }
    if ((value.items === null) !== (value.item_id === null)) {
      report('', {
        found: 'one of "items" and "item_id"',
        expected: 'both or neither',
        next: 'add the other',
      });
    }
  },
);

/** A look-up request. */
export type LookUp = Read<typeof lookup>;

/** The section `fetch`: reads one record by its id. */
export const fetch = mapping('fetch', {
  ...requestFields(['id', 'run_id'], 'GET'),
  id: optional(extractors),
  record: standard(pointer, ''),
  absent: optional(when),
});

/** The section `update`: changes one member of a record, expecting a version. */
export const update = mapping('update', {
  ...requestFields(['id', 'version', 'run_id'], 'PATCH', ['value']),
  field: required(pointerPair),
  version: optional(pointer),
  outcomes: optional(outcomes),
});

/** The section `delete`, also called `cleanup`: removes one record. */
export const remove = mapping('delete', {
  ...requestFields(['id', 'run_id'], 'DELETE'),
  gone: optional(when),
});
