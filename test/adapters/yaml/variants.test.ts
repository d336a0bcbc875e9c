import { describe, expect, test } from 'vitest';
import { createOf, file, mistakeOf, reading } from './support.js';

const batch =
  'batch: { create: { path: /tasks/batch, body: [{ title: "{{marker}}", amount: 1 }], vary: { pointer: /0/amount, value: 2 } }, key: { in: body, pointer: /0/external }, outcomes: [{ is: created, when: { status: 207 } }], id: { json: /0/id }, fields: { kept: [{ sent: /0/title, read: /title }] } }';
const route = 'other-route: { create: { method: PUT, path: "/v2/tasks", body: { title: "{{marker}}" } } }';
const text = file(
  { name: 'name: Tasks' },
  `variants: { ${batch}, ${route} }`,
  'fields: { kept: [/title], number: /amount }',
  'invalid_sample: { pointer: /title, value: "" }',
);

describe('a variant of the create', () => {
  test('is the create in place of the file’s own, with what it says otherwise', () => {
    const read = reading(text, { variant: 'batch' });
    expect(createOf(read)).toMatchObject({
      path: '/tasks/batch',
      body: '[{"title":"m-1","amount":1,"external":"k-1"}]',
    });
    const { contract, create } = read.adapter;
    expect(contract.name).toBe('Tasks (batch)');
    expect(contract.vary).toEqual({ pointer: '/0/amount', value: 2 });
    expect(contract.kept).toEqual([{ sent: '/0/title', read: '/title' }]);
    const answer = { kind: 'answered', status: 207, headers: [], body: '[{"id":"r1"}]' } as const;
    expect(create.outcome(answer)).toMatchObject({ kind: 'created', id: 'r1' });
  });

  test('has the file’s own where it says nothing, but for what speaks of another payload', () => {
    const read = reading(text, { variant: 'other-route' });
    expect(createOf(read)).toMatchObject({ method: 'PUT', path: '/v2/tasks' });
    expect(createOf(read).headers).toContainEqual(['Idempotency-Key', 'k-1']);
    expect(read.adapter.contract).toMatchObject({ kept: [], fields: {}, invalid: null });
    expect(read.adapter.offers).not.toContain('invalid-sample');
  });

  test('leaves a run without it as it was', () => {
    const read = reading(text);
    expect(createOf(read).path).toBe('/tasks');
    expect(read.adapter.contract).toMatchObject({ name: 'Tasks', kept: [{ sent: '/title' }] });
  });

  test('that there is not is told with those that there are', () => {
    const error = mistakeOf(text, { variant: 'bulk' });
    expect(error).toMatchObject({ code: 'BAD_USAGE', happened: 'crm.yaml has no variant "bulk".' });
    expect(error.expected).toBe('one of batch, other-route');
  });

  test('is checked like the file’s own, whether it is asked for or not', () => {
    const wrong = file(
      {},
      'variants: { batch: { create: { path: /b, body: { a: 1 }, vary: { pointer: /z, value: 2 } } } }',
    );
    expect(mistakeOf(wrong).happened).toBe(
      'crm.yaml:9:75 variants/batch/create/vary/pointer: found the pointer "/z", which names nothing in create/body',
    );
    const named = file({}, 'variants: { "a b": { create: { path: /b } } }');
    expect(mistakeOf(named).happened).toContain('found the name "a b"');
  });
});
