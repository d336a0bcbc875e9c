import { expect, test } from 'vitest';
import { killsBrokeCreatesOff } from '../../../src/harness/invariants/kills-broke-creates-off.js';
import type { EventBody } from '../../../src/harness/model/event.js';
import { create, declared, judged } from '../../support/history-builder.js';

const killed: EventBody = { type: 'control-done', what: { control: 'kill' } };
const answered = create('e1', { action: 'task', kind: 'created', id: 'r1' });
const brokenOff = create('e1', { action: 'task', kind: 'unknown' });

test('holds where a create lost its answer to a kill', () => {
  const history = [declared('task'), ...brokenOff, killed];
  expect(judged(killsBrokeCreatesOff, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing where every create was answered', () => {
  expect(judged(killsBrokeCreatesOff, [declared('task'), ...answered, killed]).kind).toBe('unknown');
});

test('says nothing where nobody was killed', () => {
  expect(judged(killsBrokeCreatesOff, [declared('task'), ...brokenOff]).kind).toBe('unknown');
});
