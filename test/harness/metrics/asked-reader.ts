import { MetricReader } from '@opentelemetry/sdk-metrics';

/** A reader of metrics that collects when it is asked to. */
export class AskedReader extends MetricReader {
  protected override onShutdown = () => Promise.resolve();
  protected override onForceFlush = () => Promise.resolve();
}
