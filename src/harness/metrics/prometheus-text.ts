import { Counter, Gauge, Registry } from 'prom-client';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';
import { ledgerMetrics, prometheusName } from './ledger-metrics.js';

/** What the text is served as. */
export const prometheusType = Registry.PROMETHEUS_CONTENT_TYPE;

/** The figures in the text format of Prometheus. */
export function prometheusText(figures: LedgerFigures): Promise<string> {
  const registry = new Registry();
  for (const metric of ledgerMetrics) {
    const about = {
      name: prometheusName(metric),
      help: metric.about,
      labelNames: metric.attribute === undefined ? [] : [metric.attribute],
      registers: [registry],
    };
    const readings = metric.read(figures);
    // One that had no value would be told as 0.
    if (readings.length === 0) continue;
    if (metric.kind === 'counter') {
      const counter = new Counter(about);
      for (const { value, attributes } of readings) counter.inc({ ...attributes }, value);
    } else {
      const gauge = new Gauge(about);
      for (const { value, attributes } of readings) gauge.set({ ...attributes }, value);
    }
  }
  return registry.metrics();
}
