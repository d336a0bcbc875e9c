import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disagreements, expectedTrials, type ExpectedTrial } from '../../examples/agreement.mjs';
import { childProcesses, expectFresh, putOnTrial } from '../support/example-trial.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const longestRunMs = 240_000;
/** Those whose packages come with this one; the others are put on trial by `npm run examples`. */
const light = ['json-server', 'node-idempotency', 'express-idempotency'];
const trials = light.flatMap((example) =>
  Object.entries(expectedTrials(`examples/${example}`)).map(
    ([adapter, expected]) => [`${example}/${adapter}`, example, expected] as const,
  ),
);

describe('a receiver that others wrote does before the kit what it did when it was tried by hand', () => {
  it.each(trials)(
    '%s',
    async (adapter, example, expected) => {
      const before = childProcesses();
      const trial = await putOnTrial(adapter, Object.keys(expected.rows), expected.effort);
      expect(disagreements(expected, trial.out)).toEqual([]);
      expectFresh(join('examples', example, 'report', expected.report), trial);
      await expect.poll(childProcesses).toBe(before);
    },
    longestRunMs,
  );
});

describe('what differs from what was expected', () => {
  const expected: ExpectedTrial = {
    report: 'report',
    effort: 'quick',
    exitCode: 1,
    grade: 'reconcile-first',
    observed: { mismatch: 'reject' },
    rows: {
      'replay/same-record': {
        byHand: '2 records',
        verdict: 'fail',
        effect: 'broken',
        answer: 'holds',
        records: [2],
        answers: ['first: 201 created', 'retry: 409 exists, no id'],
      },
    },
  };

  it('is nothing where all is the same', () => {
    expect(disagreements(expected, written({}))).toEqual([]);
  });

  it('is told by what it is about, with what was seen by hand', () => {
    const out = written({
      grade: 'unsafe',
      exit: 0,
      mismatch: 'replay_anyway',
      effect: 'holds',
      records: 1,
      retry: 500,
    });
    expect(disagreements(expected, out)).toEqual([
      'exit code: expected 1, seen 0',
      'grade: expected "reconcile-first", seen "unsafe"',
      'claim mismatch: expected "reject", seen "replay_anyway"',
      'replay/same-record: effect: expected "broken", seen "holds" (by hand: 2 records)',
      'replay/same-record: records: expected [2], seen [1] (by hand: 2 records)',
      'replay/same-record: answers: expected ["first: 201 created","retry: 409 exists, no id"], seen ["first: 201 created","retry: 500 exists, no id"] (by hand: 2 records)',
    ]);
  });

  it('is a requirement that was not exercised: nothing seen is no agreement', () => {
    expect(disagreements(expected, written({ verdict: 'not-exercised' }))).toEqual([
      'replay/same-record: was not exercised',
    ]);
  });

  it('may be among several where chance has a say, but must be seen and be one of them', () => {
    const varying = (records: readonly number[]): ExpectedTrial => {
      const { 'replay/same-record': row } = expected.rows;
      if (row === undefined) throw new Error('the row is gone');
      return { ...expected, rows: { 'replay/same-record': { ...row, varies: true, records } } };
    };
    expect(disagreements(varying([1, 2]), written({}))).toEqual([]);
    expect(disagreements(varying([1, 3]), written({}))).toEqual([
      'replay/same-record: records: expected some of [1,3], seen [2] (by hand: 2 records)',
    ]);
    expect(disagreements(varying([1, 2]), written({ records: null }))).toEqual([
      'replay/same-record: records: expected some of [1,2], seen [] (by hand: 2 records)',
    ]);
  });
});

interface Seen {
  readonly exit?: number;
  readonly grade?: string;
  readonly mismatch?: string;
  readonly verdict?: string;
  readonly effect?: string;
  readonly retry?: number;
  /** How many records were counted in the end; null for no count. */
  readonly records?: number | null;
}

/** The folder of a run in which one action was told twice. */
function written({
  exit = 1,
  grade = 'reconcile-first',
  mismatch = 'reject',
  verdict = 'fail',
  effect = 'broken',
  retry = 409,
  records = 2,
}: Seen): string {
  const out = temporaryFolder();
  mkdirSync(join(out, 'histories'));
  const file = 'histories/replay.same-record.ndjson';
  const entry = { id: 'replay/same-record', verdict, effect, answer: 'holds', history: { file } };
  const contract = [{ claim: 'mismatch', observed: mismatch }];
  const report = { conclusion: { exit }, grade: { reached: grade }, contract, entries: [entry] };
  writeFileSync(join(out, 'report.json'), JSON.stringify(report));
  const events = [
    ...exchangeOf('first', 201, { kind: 'created', id: 'a' }),
    ...exchangeOf('retry', retry, { kind: 'exists', id: null }),
    ...(records === null
      ? []
      : [{ type: 'observed', when: 'late', records: Array.from({ length: records }) }]),
  ];
  writeFileSync(join(out, file), events.map((event) => JSON.stringify(event)).join('\n'));
  return out;
}

function exchangeOf(role: string, status: number, outcome: { kind: string; id: string | null }) {
  return [
    { type: 'exchange-started', exchange: role, purpose: 'create', role },
    { type: 'exchange-ended', exchange: role, answer: { kind: 'answered', status }, outcome },
  ];
}
