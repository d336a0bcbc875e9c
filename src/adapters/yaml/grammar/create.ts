import { list, mapping, optional, required, standard } from '../reading/groups.js';
import { pattern } from '../reading/pattern.js';
import { choice, flag, number, pointer, text } from '../reading/scalars.js';
import { json, jsonTemplate, valueTemplate } from '../reading/templates.js';
import { variableMistake, type Variable } from '../reading/variables.js';
import { extractors, outcomes } from './answers.js';
import { contentType, headerNameMistake, headers, method, path, query } from './request.js';

const everywhere: readonly Variable[] = ['key', 'marker', 'now_iso', 'first_sent_imf', 'run_id'];

const edit = mapping('an edit', {
  pointer: required(pointer),
  value: { shape: json, required: false, absent: () => undefined },
});

const operation = {
  method: standard(method, 'POST'),
  path: required(path(everywhere)),
  query: standard(query(everywhere), {}),
  headers: standard(headers(everywhere), {}),
  content_type: standard(contentType, 'application/json'),
} as const;

/** The section `create`: the operation on trial. */
export const create = mapping('create', {
  mode: standard(choice(['key', 'upsert', 'insert_only', 'unguarded']), 'key'),
  ...operation,
  body: optional(jsonTemplate([...everywhere, 'n'])),
  vary: optional(edit),
});

/** The section `second`: another operation that takes the same kind of key. */
export const second = mapping('second', {
  ...operation,
  body: optional(jsonTemplate(everywhere)),
  outcomes: optional(outcomes),
  id: optional(extractors),
});

/** The section `invalid_sample`: the edit that makes a payload which must be refused. */
export const invalidSample = edit;

const made = ['uuid4', 'uuid4-hex', 'uuid5', 'ulid'];

const make = text(`one of ${made.join(', ')}, or a template with {{n}} or {{run_id}}`, (value) => {
  if (made.includes(value)) return null;
  const wrong = variableMistake(value, ['n', 'run_id']);
  if (wrong !== null) return wrong;
  if (/\{\{\s*(?:n|run_id)\s*\}\}/.test(value)) return null;
  return { next: 'put {{n}} in it, or every action gets the same key' };
});

const companion = mapping(
  'a companion field',
  {
    in: required(choice(['header', 'query', 'body'])),
    name: optional(text('a name')),
    pointer: optional(pointer),
    value: required(valueTemplate(everywhere)),
    stable: standard(flag, true),
  },
  (value, report) => {
    const wanted = value.in === 'body' ? 'pointer' : 'name';
    if (value[wanted] !== null) return;
    report('', {
      found: `no "${wanted}"`,
      expected: `"${wanted}" for in: ${value.in}`,
      next: `add "${wanted}"`,
    });
  },
);

/** The section `key`: how the operation is named to the receiver. */
export const key = mapping(
  'key',
  {
    in: required(choice(['header', 'body', 'query', 'path', 'none'])),
    name: optional(text('a header or parameter name')),
    pointer: optional(pointer),
    encode: optional(choice(['raw', 'sf-string', 'odata', 'percent'])),
    make: standard(make, 'uuid4'),
    max: optional(number(1, 100_000)),
    chars: optional(pattern),
    template_only: standard(flag, false),
    with: standard(list(companion), []),
  },
  (value, report) => {
    const carrier = value.in === 'body' ? 'pointer' : 'name';
    const needed = value.in === 'header' || value.in === 'query' || value.in === 'body';
    if (needed && value[carrier] === null) {
      report('in', {
        found: `in: ${value.in} without "${carrier}"`,
        expected: `"${carrier}" beside in: ${value.in}`,
        next: `add "${carrier}", such as ${value.in === 'body' ? '/idempotency_key' : 'Idempotency-Key'}`,
      });
    }
    const spare = (['name', 'pointer'] as const).find(
      (one) => value[one] !== null && (one !== carrier || !needed),
    );
    if (spare !== undefined) {
      report(spare, {
        found: `"${spare}" beside in: ${value.in}`,
        expected: needed ? `"${carrier}" alone` : 'neither name nor pointer',
        next: `remove "${spare}", or change "in"`,
      });
    }
    if (value.in === 'header' && value.name !== null && headerNameMistake(value.name) !== null) {
      report('name', {
        found: `the name "${value.name}"`,
        expected: 'a header name',
        next: 'use letters, digits and hyphens',
      });
    }
    if (value.template_only && value.in !== 'none') {
      report('template_only', {
        found: `template_only beside in: ${value.in}`,
        expected: 'in: none, as the key appears only through {{key}}',
        next: 'write in: none, or remove template_only',
      });
    }
  },
);
