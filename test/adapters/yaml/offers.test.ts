import { expect, test } from 'vitest';
import { file, reading } from './support.js';

test('a bare file offers what it shows', () => {
  expect(reading(file()).adapter.offers).toEqual(['observe', 'json-body', 'key-mode', 'header-key']);
});

test('every section adds what it unlocks, and never a wire effect', () => {
  const { adapter } = reading(
    file(
      {
        create:
          'create: { path: /t, body: { a: "x", b: { c: 1 }, l: [1], o: null }, vary: { pointer: /a, value: y } }',
        key: 'key: { in: header, name: K, max: 40 }',
      },
      'retention: { kind: exact, value: 300s }',
      'lookup: { from: observe }',
      'fetch: { path: "/t/{{id}}" }',
      'update: { path: "/t/{{id}}", field: /a }',
      'limits: { load: { rate: 2, actions: 20, replays: 4 } }',
      'delete: { path: "/t/{{id}}" }',
      'second: { path: /u }',
      'invalid_sample: { pointer: /a }',
      'fields: { kept: [/a, { sent: /b, read: /fields/b }], text: { pointer: /a, max: 9 }, nested: /b, integer: { pointer: /b/c }, list: /l, optional: /o }',
    ),
  );
  expect(adapter.offers.toSorted()).toEqual(
    [
      'observe',
      'lookup',
      'fetch',
      'update',
      'delete',
      'second-operation',
      'invalid-sample',
      'vary',
      'kept-fields',
      'kept-variation',
      'json-body',
      'key-mode',
      'header-key',
      'key-max',
      'retention-window',
      'load-budget',
      'field:text',
      'field:nested',
      'field:integer',
      'field:list',
      'field:optional',
    ].toSorted(),
  );
  expect(adapter.contract.kept).toEqual([
    { sent: '/a', read: '/a' },
    { sent: '/b', read: '/fields/b' },
  ]);
  expect(adapter.contract.fields).toEqual({
    text: { pointer: '/a', max: 9 },
    nested: { pointer: '/b' },
    list: { pointer: '/l' },
    integer: { pointer: '/b/c' },
    optional: { pointer: '/o' },
  });
  expect(adapter.contract.invalid).toEqual({ pointer: '/a' });
  expect(adapter.contract.limits.load).toEqual({ perSecond: 2, actions: 20, replays: 4 });
  expect(adapter.contract.retention).toEqual({ kind: 'exact', ms: 300_000 });
});
