import { createServer, type Server, type ServerResponse } from 'node:http';
import { KitError } from '../model/kit-error.js';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';
import { prometheusText, prometheusType } from './prometheus-text.js';

const longestRequestMs = 5_000;
const mostConnections = 16;

/** Where metrics are served, and of what. */
interface MetricsPort {
  readonly host: string;
  /** 0 takes one that is free. */
  readonly port: number;
  /** Asked at each request: `sparingFigures` keeps that from the ledger. */
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
export async function serveMetrics({ host, port, figures }: MetricsPort): Promise<ServedMetrics> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (request.method !== 'GET') return answer(response, 405, 'only GET\n', { allow: 'GET' });
    if (path !== '/metrics' && path !== '/healthz') return answer(response, 404, 'not here\n');
    figures().then(
      (found) =>
        path === '/healthz' ? answer(response, 200, 'the ledger answers\n') : tell(response, found),
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

function tell(response: ServerResponse, figures: LedgerFigures): void {
  prometheusText(figures).then(
    (text) => answer(response, 200, text, { 'content-type': prometheusType }),
    // What goes wrong in telling them is no reason for the worker to end.
    () => answer(response, 500, 'the figures could not be told\n'),
  );
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
