import { expect, test } from 'vitest';
import { openCaller } from './support.js';

test.each(['clock', 'slow', 'fail-next', 'throttle-next'])(
  'the control %s is absent unless asked for',
  async (name) => {
    const crm = openCaller({ controls: false });
    expect((await crm.control(name, { advance_ms: 1, ms: 1, at: 'before' })).status).toBe(404);
  },
);

test('the clock moves the receiver\u2019s own view of time, and no other clock', async () => {
  const crm = openCaller();
  const before = crm.clock.now();
  const answer = await crm.control('clock', { advance_ms: 60_000 });
  expect(answer.json).toEqual({ status: 'ok', now: before + 60_000 });
  expect(crm.clock.now()).toBe(before);
  const { json } = await crm.create('k', { title: 'Call back', reference: 'm-1' });
  expect(json.created_at).toBe('2026-01-01T00:01:00.000Z');
});

test.each([
  ['clock', {}],
  ['clock', { advance_ms: -1 }],
  ['clock', null],
  ['slow', { ms: '5' }],
  ['slow', { ms: 600_001 }],
  ['fail-next', { at: 'after' }],
  ['fail-next', { at: 'before', status: 200 }],
  ['throttle-next', { times: 1.5 }],
])('the control %s refuses %o', async (name, asked) => {
  expect((await openCaller().control(name, asked)).json.type).toBe('/problems/invalid');
});

test('a replay uses no mishap up: it is kept for the next create that has work to do', async () => {
  const crm = openCaller();
  const payload = { title: 'Call back', reference: 'm-1' };
  await crm.create('k1', payload);
  await crm.control('fail-next', { at: 'before' });
  expect((await crm.create('k1', payload)).status).toBe(201);
  expect((await crm.create('k2', payload)).status).toBe(500);
  expect((await crm.create('k2', payload)).status).toBe(201);
});
