import { documented, list, mapped, mapping, optional, required, standard } from '../reading/groups.js';
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
  mode: documented(
    'How the receiver tells one action from another: by a key, by an upsert, by refusing what is there, or not at all.',
    standard(choice(['key', 'upsert', 'insert_only', 'unguarded']), 'key'),
  ),
  ...operation,
  body: documented(
    'The sample payload; {{n}} counts the actions of a run.',
    optional(jsonTemplate([...everywhere, 'n'])),
  ),
  vary: documented('The edit that makes other content under the same key.', optional(edit)),
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
export const key = mapped(
  mapping(
    'key',
    {
      in: documented(
        'Where the key travels; template where it appears only through {{key}}, such as in the text of a GraphQL query.',
        required(choice(['header', 'body', 'query', 'path', 'template', 'none'])),
      ),
      name: documented(
        'The header or parameter that carries it.',
        optional(text('a header or parameter name')),
      ),
      pointer: documented('The member of the body that carries it.', optional(pointer)),
      encode: documented(
        'How it is quoted; sf-string is the String of RFC 9651.',
        optional(choice(['raw', 'sf-string', 'odata', 'percent'])),
      ),
      make: documented('What keys are made of.', standard(make, 'uuid4')),
      max: documented('The longest key, in characters, as claimed.', optional(number(1, 100_000))),
      chars: documented('What every valid key matches.', optional(pattern)),
      template_only: documented('The same as in: template, beside in: none.', standard(flag, false)),
      with: documented(
        'Fields that travel along with the key, the same on every attempt where they are stable.',
        standard(list(companion), []),
      ),
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
      if (value.template_only && value.in !== 'none' && value.in !== 'template') {
        report('template_only', {
          found: `template_only beside in: ${value.in}`,
          expected: 'in: template, as the key appears only through {{key}}',
          next: 'write in: template, or remove template_only',
        });
      }
    },
  ),
  ({ in: place, template_only: only, ...rest }) => ({
    ...rest,
    in: place === 'template' ? 'none' : place,
    template_only: only || place === 'template',
  }),
);
