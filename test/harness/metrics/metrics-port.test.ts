import { afterEach, describe, expect, it } from 'vitest';
import { serveMetrics, type ServedMetrics } from '../../../src/harness/metrics/metrics-port.js';
import { sparingFigures } from '../../../src/harness/metrics/sparing-figures.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { busyFigures } from './figures.js';

const open: ServedMetrics[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Serves figures, which may be away; `advance` lets time pass. */
async function serving(place: { readonly host?: string; readonly port?: number } = {}) {
  const clock = virtualClock(0);
  const state = { reads: 0, isAway: false };
  const figures = () => {
    state.reads += 1;
    return state.isAway
      ? Promise.reject(new Error('postgres://ada:hunter2@db'))
      : Promise.resolve(busyFigures);
  };
  const sparing = sparingFigures(figures, clock);
  const served = await serveMetrics({ host: '127.0.0.1', port: 0, figures: sparing, ...place });
  open.push(served);
  return { ...served, state, advance: (ms: number) => clock.sleep(ms) };
}

describe('the metrics port', () => {
  it('serves the text of Prometheus, and the health of the ledger', async () => {
    const { url } = await serving();
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    expect(await answer.text()).toContain('twiceshy_outbox_actions{state="pending"} 4\n');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('counts the ledger once a second, however many ask', async () => {
    const { url, state, advance } = await serving();
    await Promise.all(Array.from({ length: 10 }, async () => (await fetch(`${url}/metrics`)).text()));
    expect(state.reads).toBe(1);
    await advance(1_000);
    await (await fetch(`${url}/metrics`)).text();
    expect(state.reads).toBe(2);
  });

  it('says that the ledger is away, without saying where it is, and comes back with it', async () => {
    const { url, state, advance } = await serving();
    state.isAway = true;
    for (const path of ['/metrics', '/healthz']) {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(503);
      expect(await answer.text()).toBe('the ledger does not answer\n');
    }
    state.isAway = false;
    await advance(1_000);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/..%2f', 404],
    ['POST', '/metrics', 405],
    ['DELETE', '/healthz', 405],
  ])('answers %s %s with %i, and asks nobody', async (method, path, status) => {
    const { url, state } = await serving();
    expect((await fetch(`${url}${path}`, { method })).status).toBe(status);
    expect(state.reads).toBe(0);
  });

  it('that cannot be had is told in three parts', async () => {
    const { url } = await serving();
    const port = Number(new URL(url).port);
    await expect(serving({ port })).rejects.toMatchObject({
      code: 'BAD_USAGE',
      next: expect.stringContaining('0') as string,
    });
  });

  it('is free again once it is closed', async () => {
    const { url, close } = await serving();
    await (await fetch(`${url}/metrics`)).text();
    await close();
    await expect(fetch(`${url}/metrics`)).rejects.toThrow();
  });
});
