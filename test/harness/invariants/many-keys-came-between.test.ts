import { expect, test } from 'vitest';
import { manyKeysCameBetween } from '../../../src/harness/invariants/many-keys-came-between.js';
import { create, declared, judged } from '../../support/history-builder.js';

const task = (exchange: string, role: 'first' | 'retry') =>
  create(exchange, { action: 'task', kind: 'created', id: 'r1', started: { role } });

const others = (count: number, kind: 'created' | 'rejected' = 'created') =>
  Array.from({ length: count }, (_, index) => [
    declared(`other ${index}`),
    ...create(`o${index}`, { action: `other ${index}`, kind, id: kind === 'created' ? `o${index}` : null }),
  ]);

test('holds from 600 other keys on', () => {
  const history = [declared('task'), task('x1', 'first'), ...others(600), task('x2', 'retry')];
  expect(judged(manyKeysCameBetween, history)).toEqual({ kind: 'holds', cases: 600 });
});

test('proves nothing below, and says how few there were', () => {
  const history = [declared('task'), task('x1', 'first'), ...others(599), task('x2', 'retry')];
  expect(judged(manyKeysCameBetween, history)).toMatchObject({
    kind: 'unknown',
    why: expect.stringContaining('only 599 other keys came between'),
  });
});

test('counts no key that was refused, nor one that came after', () => {
  const refused = [declared('task'), task('x1', 'first'), ...others(600, 'rejected'), task('x2', 'retry')];
  expect(judged(manyKeysCameBetween, refused).kind).toBe('unknown');
  const after = [declared('task'), task('x1', 'first'), task('x2', 'retry'), ...others(600)];
  expect(judged(manyKeysCameBetween, after).kind).toBe('unknown');
});
