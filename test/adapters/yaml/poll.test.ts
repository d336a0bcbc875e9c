import { describe, expect, test } from 'vitest';
import type { Header } from '../../../src/harness/model/exchange.js';
import { answered, file, reading, soundLines } from './support.js';

const target = 'target: { base_url: "https://crm.test/api" }';

/** A file that asks after what a 202 accepts, with more members of its section. */
function asking(more: string, changes: Partial<typeof soundLines> = {}) {
  const { adapter } = reading(file({ target, ...changes }, `async: { when: { status: 202 }, ${more} }`));
  if (adapter.poll === null) throw new Error('The file does not ask after anything.');
  return { create: adapter.create, poll: adapter.poll };
}

const at = (location: string) => answered(202, {}, [['Location', location]]);
const fromHeader = 'poll_from: { header: Location }';

describe('where an accepted action is asked after', () => {
  test.each([
    ['/api/jobs/1', '/jobs/1'],
    ['https://crm.test/api/jobs/1?view=full', '/jobs/1?view=full'],
  ])('%s is the path %s below the base address', (location, path) => {
    const { poll, create } = asking(fromHeader);
    expect(poll.request(at(location))).toEqual({ method: 'GET', path, headers: [], body: null });
    expect(create.outcome(at(location)).kind).toBe('accepted');
  });

  test.each([
    'https://evil.test/api/jobs/1',
    'http://crm.test/api/jobs/1',
    'https://crm.test:8443/api/jobs/1',
    '//evil.test/jobs/1',
    '/elsewhere/jobs/1',
    'https://crm.test@evil.test/api/jobs/1',
    '/api/../jobs/1',
  ])('%s is not followed, and nothing is known', (location) => {
    const { poll, create } = asking(fromHeader);
    expect(poll.request(at(location))).toBeNull();
    expect(create.outcome(at(location))).toMatchObject({
      kind: 'unknown',
      rule: 'async/poll_from: it leads outside target/base_url',
    });
  });

  test('an id is put into a path, percent-encoded, with the headers that the file names', () => {
    const { poll } = asking('poll_from: { json: /job }, path: "/jobs/{{id}}", headers: { Prefer: x }');
    expect(poll.request(answered(202, { job: 'a/b' }))).toEqual({
      method: 'GET',
      path: '/jobs/a%2Fb',
      headers: [['Prefer', 'x']],
      body: null,
    });
  });

  test('an answer that names nothing stays accepted, and says so', () => {
    const { poll, create } = asking(fromHeader);
    expect(poll.request(answered(202))).toBeNull();
    expect(create.outcome(answered(202))).toMatchObject({
      kind: 'accepted',
      rule: 'async/when; async/poll_from finds nothing in the answer',
    });
  });

  test('the wait between two polls is the file’s own where the answer asks for none', () => {
    const { create, poll } = asking(`${fromHeader}, every: 3s, within: 1m`);
    const wait = (...headers: Header[]) =>
      create.outcome(answered(202, {}, [['Location', '/api/jobs/1'], ...headers])).retryAfterMs;
    expect([wait(), wait(['Retry-After', '7'])]).toEqual([3000, 7000]);
    expect(poll).toMatchObject({ everyMs: 3000, withinMs: 60_000 });
  });
});

describe('what a poll says', () => {
  const read = (more: string, answer: Parameters<ReturnType<typeof asking>['poll']['read']>[0]) => {
    const { kind, id } = asking(`${fromHeader}, ${more}`).poll.read(answer);
    return { kind, id };
  };
  const done = 'done: { json: { /state: { equals: done } } }, result_id: { json: /record }';
  const failed = 'outcomes: [{ is: rejected, when: { json: { /state: { equals: failed } } } }]';

  test('done is created, with the id of its result', () => {
    expect(read(done, answered(200, { state: 'done', record: 'r1' }))).toEqual({ kind: 'created', id: 'r1' });
  });

  test('not done is still accepted', () => {
    expect(read(done, answered(200, { state: 'working', id: 'j1' }))).toEqual({ kind: 'accepted', id: null });
  });

  test('the file’s own outcomes come first', () => {
    expect(read(`${done}, ${failed}`, answered(200, { state: 'failed', record: 'r1' }))).toEqual({
      kind: 'rejected',
      id: null,
    });
  });

  test('without "done", an answer that accepts no longer is done', () => {
    expect(read('every: 1s', answered(202, { id: 'x' })).kind).toBe('accepted');
    expect(read('every: 1s', answered(200, { id: 'x' }))).toEqual({ kind: 'created', id: 'x' });
  });

  test.each([
    [answered(404), 'unknown'],
    [answered(500), 'unknown'],
    [answered(302), 'unknown'],
    [answered(429), 'throttled'],
    [{ kind: 'lost', how: 'reset', detail: '' } as const, 'unknown'],
  ])('what is no answer to it teaches nothing: %o', (answer, kind) => {
    expect(read(done, answer)).toEqual({ kind, id: null });
  });
});
