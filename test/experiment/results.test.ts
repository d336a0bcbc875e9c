import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everythingHolds } from '../../experiment/everything-holds.mjs';
import { markdownOf } from '../../experiment/markdown.mjs';
import { plotOf } from '../../experiment/plot.mjs';
import { courses } from './courses.js';

const kept = (name: string): string =>
  readFileSync(new URL(`../../experiment/results/${name}`, import.meta.url), 'utf8');

interface Named {
  readonly name: string;
  holds: boolean;
}

interface Results {
  readonly options: object;
  readonly published: object;
  readonly figures: Readonly<
    Record<'accepted' | 'relayed', Readonly<Record<'new' | 'replay' | 'wait', Latencies>>>
  >;
  readonly accepted: Counts[];
  readonly relayed: Counts[];
  readonly reconciled: Counts[];
  readonly scenarios: Named[];
  readonly beyond: Named[];
  readonly delivery: Counts;
  readonly environment: object;
}

interface Latencies {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly curve: readonly (readonly [number, number])[];
}

type Counts = Record<string, number>;

const read = (): Results => JSON.parse(kept('results.json')) as Results;

describe('the kept results of the experiment', () => {
  it('are of a whole run on PostgreSQL without a flaw, with every course and every trial', () => {
    const { options, published, environment, accepted, relayed, reconciled, scenarios, beyond } = read();
    expect(options).toEqual({ rate: 200, new: 1000, replays: 200, trials: 3 });
    expect(environment).toMatchObject({ database: 'PostgreSQL', flaw: null });
    expect(published).toEqual({ new: { p50: 3.003, p95: 4.102, p99: 7.629 }, replay: { p95: 3.064 } });
    expect([...accepted, ...relayed]).toHaveLength(6);
    expect(reconciled.map(({ trial }) => trial)).toEqual(
      [...accepted, ...relayed].map(({ reference }) => reference),
    );
    expect(scenarios.map(({ name }) => name)).toEqual(courses.scenarios);
    expect(beyond.map(({ name }) => name)).toEqual(courses.beyond);
  });

  it.each(['accepted', 'relayed'] as const)('have the latencies of every request: %s', (name) => {
    const { new: fresh, replay, wait } = read().figures[name];
    expect([fresh.count, replay.count, wait.count]).toEqual([3000, 600, 3600]);
    for (const { curve, p50, p95, p99 } of [fresh, replay, wait]) {
      const at = new Map(curve);
      expect([at.get(50), at.get(95), at.get(99)]).toEqual([p50, p95, p99]);
      const times = curve.map(([, ms]) => ms);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
  });

  it('are what the page and the plot say', () => {
    expect(kept('results.md')).toBe(markdownOf(read()));
    expect(kept('plot.svg')).toBe(plotOf(read()));
    expect(kept('results.md')).toContain('](plot.svg)');
  });
});

describe('whether the experiment holds', () => {
  it('is seen by every count of the kept results', () => {
    expect(everythingHolds(read())).toBe(true);
  });

  it.each([
    ['an error', ({ accepted }: Results) => spoil(accepted[1], 'errors', 1)],
    ['a replay with other ids', ({ relayed }: Results) => spoil(relayed[0], 'replaysWithOtherIds', 1)],
    ['an order too many', ({ relayed }: Results) => spoil(relayed[2], 'orders', 1001)],
    ['an event too few', ({ accepted }: Results) => spoil(accepted[0], 'events', 999)],
    ['a record too many', ({ reconciled }: Results) => spoil(reconciled[3], 'records', 1001)],
    ['a discrepancy', ({ delivery }: Results) => spoil(delivery, 'discrepancies', 1)],
    ['a published course that does not hold', ({ scenarios }: Results) => fail(scenarios[6])],
    ['a course beyond them that does not', ({ beyond }: Results) => fail(beyond[4])],
  ])('is not so with %s', (_, change) => {
    const results = read();
    change(results);
    expect(everythingHolds(results)).toBe(false);
  });
});

function spoil(counts: Counts | undefined, name: string, value: number): void {
  if (counts === undefined) throw new Error(`Nothing has a count of ${name}.`);
  counts[name] = value;
}

function fail(course: Named | undefined): void {
  if (course === undefined) throw new Error('There is no such course.');
  course.holds = false;
}
