import { MeterProvider, type CollectionResult } from '@opentelemetry/sdk-metrics';
import { afterEach, describe, expect, it } from 'vitest';
import { ledgerMetrics, prometheusName } from '../../../src/harness/metrics/ledger-metrics.js';
import { observeLedger } from '../../../src/harness/metrics/observe-ledger.js';
import { prometheusText } from '../../../src/harness/metrics/prometheus-text.js';
import type { LedgerFigures } from '../../../src/harness/sender/store/ledger-figures.js';
import { AskedReader } from './asked-reader.js';
import { busyFigures, emptyFigures } from './figures.js';

const readers: AskedReader[] = [];

afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.shutdown();
});

function observed(figures: () => Promise<LedgerFigures>) {
  const reader = new AskedReader();
  readers.push(reader);
  const provider = new MeterProvider({ readers: [reader] });
  const end = observeLedger(provider.getMeter('test'), { figures });
  return { collect: () => reader.collect(), end };
}

/** Every value, as `name{attribute="value"}`. */
function valuesIn({ resourceMetrics }: CollectionResult): ReadonlyMap<string, number> {
  const all = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  return new Map(
    all.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [spelled(descriptor.name, attributes), value as number]),
    ),
  );
}

function spelled(name: string, attributes: object): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${String(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

/** The values of a text in the format of Prometheus. */
function samplesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('the metrics of a ledger', () => {
  it('are told to a meter', async () => {
    const { collect } = observed(() => Promise.resolve(busyFigures));
    const values = valuesIn(await collect());
    expect(Object.fromEntries(values)).toMatchObject({
      'twiceshy.outbox.actions{state="unknown"}': 3,
      'twiceshy.outbox.first_attempt': 0.7,
      'twiceshy.outbox.duplicates_suppressed{answer="exists"}': 8,
      'twiceshy.outbox.hash_conflicts': 9,
      'twiceshy.outbox.pending.age': 60,
      'twiceshy.outbox.blocked.age': 1.5,
      'twiceshy.outbox.attempts_per_action{of="mean"}': 2.5,
    });
  });

  it('are the same in the text for Prometheus, each under its name there', async () => {
    const { collect } = observed(() => Promise.resolve(busyFigures));
    const values = valuesIn(await collect());
    const samples = samplesIn(await prometheusText(busyFigures));
    const expected = ledgerMetrics.flatMap((metric) =>
      metric
        .read(busyFigures)
        .map(({ attributes }) => [
          spelled(prometheusName(metric), attributes),
          values.get(spelled(metric.name, attributes)),
        ]),
    );
    expect(expected.length).toBeGreaterThan(ledgerMetrics.length);
    expect(Object.fromEntries(samples)).toEqual(Object.fromEntries(expected));
  });

  it('are told with what they mean, and as what they are', async () => {
    const text = await prometheusText(busyFigures);
    for (const metric of ledgerMetrics) {
      expect(text).toContain(`# HELP ${prometheusName(metric)} ${metric.about}\n`);
      expect(text).toContain(`# TYPE ${prometheusName(metric)} ${metric.kind}\n`);
    }
  });

  it.each(ledgerMetrics.map((metric) => [metric.name, metric] as const))(
    '%s has a name that both allow',
    (name, metric) => {
      expect(name).toMatch(/^twiceshy\.outbox(\.[a-z_]+)+$/);
      expect(prometheusName(metric)).toMatch(/^twiceshy_outbox_[a-z_]+$/);
      if (metric.kind === 'counter') expect(prometheusName(metric)).toMatch(/_total$/);
    },
  );

  it('of an empty ledger have no age and no share, rather than one of nothing', async () => {
    const names = [...samplesIn(await prometheusText(emptyFigures)).keys()];
    expect(names.filter((name) => /seconds|ratio|per_action/.test(name))).toEqual([]);
    const { collect } = observed(() => Promise.resolve(emptyFigures));
    const values = valuesIn(await collect());
    expect([...values.keys()].filter((name) => /age|first_attempt|per_action/.test(name))).toEqual([]);
    expect(values.get('twiceshy.outbox.attempts')).toBe(0);
  });

  it('are missing from a collection while the ledger is away, and there in the next one', async () => {
    let isAway = true;
    const { collect } = observed(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(busyFigures),
    );
    const away = await collect();
    expect(valuesIn(away).size).toBe(0);
    expect(away.errors).toEqual([]);
    isAway = false;
    expect(valuesIn(await collect()).get('twiceshy.outbox.attempts')).toBe(40);
  });

  it('are read once for each collection, and no more once that has ended', async () => {
    let reads = 0;
    const { collect, end } = observed(() => {
      reads += 1;
      return Promise.resolve(busyFigures);
    });
    await collect();
    expect(reads).toBe(1);
    end();
    await collect();
    expect(reads).toBe(1);
  });
});
