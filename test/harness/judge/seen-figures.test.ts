import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/harness/judge/build-report.js';
import { burstsOf } from '../../../src/harness/judge/bursts-of.js';
import { coverageOf } from '../../../src/harness/judge/coverage.js';
import { measurementsOf } from '../../../src/harness/judge/measurements-of.js';
import type { Judged, JudgedFinding } from '../../../src/harness/judge/judge-history.js';
import { thinnedOut } from '../../../src/harness/model/quantiles.js';
import { create, historyOf, killedAtSomeMoment, type Happening } from '../../support/history-builder.js';
import { frame } from './report-frame.js';
import { failedIn, judgedAs } from './support.js';

describe('coverage', () => {
  it('tells each fault by phase and operation, with how often it was planned and took place', () => {
    const view = historyOf([
      create('1', { action: 'a', kind: 'created', id: 'r' }),
      create('2', {
        action: 'a',
        kind: 'unknown',
        started: { effects: [{ kind: 'hold-reply' }] },
        ended: { applied: ['hold-reply'] },
      }),
      create('3', { action: 'a', kind: 'created', started: { effects: [{ kind: 'hold-reply' }] } }),
      create('4', {
        action: 'a',
        kind: 'unknown',
        started: { purpose: 'second', effects: [{ kind: 'refuse' }] },
        ended: { applied: ['refuse'] },
      }),
      killedAtSomeMoment('a'),
      { type: 'control-done', what: { control: 'restart' } },
    ]);
    expect(coverageOf([view])).toEqual([
      { fault: 'none', phase: 'none', operation: 'create', planned: 1, applied: 1 },
      { fault: 'refuse', phase: 'connection', operation: 'second', planned: 1, applied: 1 },
      { fault: 'hold-reply', phase: 'reply', operation: 'create', planned: 2, applied: 1 },
      {
        fault: 'worker died at some moment',
        phase: 'sender',
        operation: 'delivery',
        planned: 1,
        applied: 1,
      },
      { fault: 'restart', phase: 'receiver', operation: 'receiver', planned: 1, applied: 1 },
    ]);
  });
});

describe('bursts', () => {
  const round = (overlap: number, spreadMs: number): Happening => ({
    type: 'burst-measured',
    round: 1,
    exchanges: ['1', '2', '3'],
    spreadMs,
    overlap,
  });

  it('tells how many rounds met, and how far', () => {
    const raced = judgedAs('concurrency/one-effect', {
      view: historyOf([round(3, 0.2), round(1, 8), round(2, 0.4)]),
    });
    expect(burstsOf([raced, judgedAs('replay/same-record', { view: historyOf([]) })])).toEqual([
      {
        requirement: 'concurrency/one-effect',
        rounds: 3,
        met: 2,
        copies: 3,
        leastOverlap: 1,
        mostOverlap: 3,
        widestMs: 8,
      },
    ]);
  });
});

describe('measurements', () => {
  const creates = Array.from({ length: 6 }, (_, place) =>
    create(String(place), { action: 'a', kind: 'created', id: 'r', ms: place + 1 }),
  );
  const disturbed = create('late', {
    action: 'a',
    kind: 'created',
    ms: 9_000,
    started: { effects: [{ kind: 'stall', ms: 9_000 }] },
  });

  it('are how soon undisturbed creates were answered, on a real clock', () => {
    const real = judgedAs('replay/same-record', {
      view: historyOf([...creates, disturbed], { clock: 'real' }),
    });
    expect(measurementsOf([real])).toEqual([
      {
        what: 'answer to a create, all requirements',
        requirement: null,
        count: 6,
        quantiles: { p50: 3, p95: 6, p99: 6, max: 6 },
        values: [1, 2, 3, 4, 5, 6],
      },
    ]);
  });

  it('are none on a virtual clock, of a few, or where the receiver was made slow', () => {
    const views = [
      historyOf(creates, { clock: 'virtual' }),
      historyOf(creates.slice(0, 3), { clock: 'real' }),
      historyOf([{ type: 'control-done', what: { control: 'slow', ms: 5_000 } }, ...creates], {
        clock: 'real',
      }),
    ];
    for (const view of views) expect(measurementsOf([judgedAs('replay/same-record', { view })])).toEqual([]);
  });

  it('are what a requirement measured, whatever the clock, unless no time passed on a virtual one', () => {
    const lag = (max: number): Partial<Judged> => ({
      view: historyOf([]),
      observations: [
        {
          claim: 'lag of look-ups',
          observed: '',
          events: [],
          measured: { count: 2, quantiles: { p50: 0, p95: max, p99: max, max }, values: [0, max] },
        },
      ],
    });
    expect(measurementsOf([judgedAs('lookup/fresh', lag(0))])).toEqual([]);
    expect(measurementsOf([judgedAs('lookup/fresh', lag(40))])).toMatchObject([
      { what: 'lag of look-ups', requirement: 'lookup/fresh', count: 2, values: [0, 40] },
    ]);
  });

  it('keep first and last where many values are thinned out', () => {
    const many = Array.from({ length: 1_001 }, (_, place) => 1_000 - place);
    const kept = thinnedOut(many, 11);
    expect(kept).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
    expect(thinnedOut([3, 1, 2])).toEqual([1, 2, 3]);
  });
});

describe('findings', () => {
  it('of every kind are told before any comes again', () => {
    const alike = Array.from({ length: 8 }, () => finding('the same'));
    const entry = failedIn('effect', 'replay/same-record', {
      findings: [...alike, finding('another'), finding('a third')],
    });
    const [told] = buildReport([entry], frame).entries;
    expect(told?.findings.map(({ sentence }) => sentence)).toEqual([
      'the same',
      'the same',
      'the same',
      'another',
      'a third',
    ]);
    expect(told?.moreFindings).toBe(5);
  });

  function finding(sentence: string): JudgedFinding {
    return {
      invariant: 'i',
      about: 'effect',
      attempt: 'one course',
      action: null,
      sentence,
      expected: '',
      actual: '',
      events: [],
    };
  }
});

describe('remediation', () => {
  it('names a pattern once for all that it mends, what mends most first, and none for what holds', () => {
    const pattern = (name: string, mends: readonly string[]) => ({
      name,
      failure: 'f',
      pattern: 'p',
      steps: [],
      sketch: [],
      mends,
    });
    const patterns = [
      pattern('scope', ['conflict/other-operation']),
      pattern('content', ['conflict']),
      pattern('key', ['replay']),
    ];
    const failed = ['conflict/other-operation', 'conflict/refused', 'conflict/raced'].map((id) =>
      failedIn('effect', id),
    );
    const { remediation } = buildReport([...failed, judgedAs('replay/same-record')], { ...frame, patterns });
    expect(remediation.map(({ name, requirements }) => [name, requirements])).toEqual([
      ['content', ['conflict/refused', 'conflict/raced']],
      ['scope', ['conflict/other-operation']],
    ]);
  });
});
