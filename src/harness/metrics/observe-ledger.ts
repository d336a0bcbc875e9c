import { metrics, type Meter, type Observable } from '@opentelemetry/api';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';
import { ledgerMetrics } from './ledger-metrics.js';

/** Anything whose figures can be read; a ledger's store is one. */
interface Readable {
  figures(): Promise<LedgerFigures>;
}

/**
 * Makes the figures of a ledger observable by a meter of OpenTelemetry; which exporter there is, if any, is the
 * application's. The ledger is read once for each collection; where it cannot be, that collection has no values of it.
 * The returned function ends it.
 */
export function observeLedger(meter: Meter, ledger: Readable): () => void {
  const instruments = ledgerMetrics.map((metric) => {
    const options = { description: metric.about, unit: metric.unit };
    const instrument: Observable =
      metric.kind === 'counter'
        ? meter.createObservableCounter(metric.name, options)
        : meter.createObservableGauge(metric.name, options);
    return { metric, instrument };
  });
  const observed = instruments.map(({ instrument }) => instrument);
  const observe: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    const figures = await ledger.figures().catch(() => null);
    if (figures === null) return;
    for (const { metric, instrument } of instruments) {
      for (const { value, attributes } of metric.read(figures)) result.observe(instrument, value, attributes);
    }
  };
  meter.addBatchObservableCallback(observe, observed);
  return () => meter.removeBatchObservableCallback(observe, observed);
}

/** The meter of whichever provider the application has registered; one that does nothing where it has none. */
export function registeredMeter(version: string): Meter {
  return metrics.getMeter('twiceshy', version);
}
