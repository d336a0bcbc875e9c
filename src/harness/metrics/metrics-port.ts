import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Clock } from '../model/clock.js';
import { KitError } from '../model/kit-error.js';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';
import { prometheusText, prometheusType } from './prometheus-text.js';

const longestRequestMs = 5_000;
const mostConnections = 16;
/** The ledger is counted no more often than this, however often it is asked for. */
const shortestReadMs = 1_000;

/** Where metrics are served, and of what. */
interface MetricsPort {
  readonly host: string;
  /** 0 takes one that is free. */
  readonly port: number;
  readonly clock: Clock;
  readonly figures: () => Promise<LedgerFigures>;
}

/** Metrics that are served until they are closed. */
export interface ServedMetrics {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` for Prometheus, and `GET /healthz`, which says whether the ledger answers; both are 503 while it
 * does not. Throws `BAD_USAGE` where the port cannot be had.
 */
export async function serveMetrics({ host, port, clock, figures }: MetricsPort): Promise<ServedMetrics> {
  const read = sparing(figures, clock);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (request.method !== 'GET') return answer(response, 405, 'only GET\n', { allow: 'GET' });
    if (path !== '/metrics' && path !== '/healthz') return answer(response, 404, 'not here\n');
    read().then(
      (found) =>
        path === '/healthz'
          ? answer(response, 200, 'the ledger answers\n')
          : prometheusText(found).then((text) =>
              answer(response, 200, text, { 'content-type': prometheusType }),
            ),
      () => answer(response, 503, 'the ledger does not answer\n'),
    );
  });
  server.requestTimeout = longestRequestMs;
  server.headersTimeout = longestRequestMs;
  server.maxConnections = mostConnections;
  const bound = await listening(server, host, port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(bound)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(text);
}

/** The same figures for all who ask within a second, and one reading at a time; what failed is asked for again. */
function sparing(figures: () => Promise<LedgerFigures>, clock: Clock): () => Promise<LedgerFigures> {
  let last: { readonly at: number; readonly reading: Promise<LedgerFigures> } | null = null;
  return () => {
    if (last !== null && clock.now() - last.at < shortestReadMs) return last.reading;
    const made = { at: clock.now(), reading: figures() };
    last = made;
    return made.reading;
  };
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new KitError(
          'BAD_USAGE',
          {
            happened: `Metrics cannot be served on ${host}, port ${String(port)}: ${error.message}.`,
            expected: 'an address of this machine, and a port that is free',
            next: 'give another --metrics-port; 0 takes one that is free',
          },
          error,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
