import { ledgerMetrics, prometheusName, type LedgerMetric } from '../src/harness/metrics/ledger-metrics.js';

/** The page of metrics, in Markdown. */
export function metricsPage(): string {
  return [
    '# Metrics of an outbox',
    '',
    'Generated from `src/harness/metrics/ledger-metrics.ts` by `npm run fresh`.',
    '',
    'The figures of `outbox status --json`, for those who watch. They are counts, shares and ages: no payload, key, action,',
    'address or credential is in them.',
    '',
    '- `worker --metrics-port N` serves them for Prometheus at `/metrics`, on this machine alone unless `--metrics-host` names another',
    '  address; `/healthz` says whether the ledger answers. Both are 503 while it does not, within five seconds. The ledger is',
    '  counted at most once a second, and once at a time, however many ask. All workers of an outbox tell the same figures: take',
    '  the largest of them, and not their sum.',
    '- `worker` makes them observable by the meter provider that is registered with `@opentelemetry/api` (for instance by',
    '  `node --import ./telemetry.mjs`); with none, nothing happens. An application does so itself:',
    '',
    '```ts',
    "import { metrics } from '@opentelemetry/api';",
    "import { observeLedger, openPostgresStore } from 'twiceshy';",
    '',
    "const end = observeLedger(metrics.getMeter('orders'), await openPostgresStore(options));",
    '```',
    '',
    '| OpenTelemetry | Prometheus | kind | unit | attributes | what it tells |',
    '|---|---|---|---|---|---|',
    ...ledgerMetrics.map(row),
    '',
    'A share or an age is absent where there is nothing to measure: no action was sent, or none waits.',
    '',
  ].join('\n');
}

function row(metric: LedgerMetric): string {
  const { name, kind, unit, about, attribute } = metric;
  const cells = [
    `\`${name}\``,
    `\`${prometheusName(metric)}\``,
    kind,
    `\`${unit}\``,
    attribute === undefined ? '' : `\`${attribute}\``,
    about,
  ];
  return `| ${cells.join(' | ')} |`;
}
