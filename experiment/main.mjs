// The measured experiment of a command API, repeated: `npm run build && npm run experiment`. Everything it starts ends
// with it. Results go to `experiment/results/` (--out FOLDER), as JSON, as a page, and every sample beside them.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { quantilesOf } from '../dist/src/harness/model/quantiles.js';
import { beyond } from './beyond.mjs';
import { openClient, orderOf } from './client.mjs';
import { startCommandApi } from './command-api-process.mjs';
import { deliverAndReconcile, reconciled } from './delivery.mjs';
import { markdownOf, published } from './markdown.mjs';
import { offeredRate } from './offered-rate.mjs';
import { drained, playScenarios } from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rate: { type: 'string', default: '200' },
    new: { type: 'string', default: '1000' },
    replays: { type: 'string', default: '200' },
    trials: { type: 'string', default: '3' },
    out: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
});
const options = {
  rate: Number(values.rate),
  new: Number(values.new),
  replays: Number(values.replays),
  trials: Number(values.trials),
};
const folder = mkdtempSync(join(tmpdir(), 'twiceshy-experiment-'));
chmodSync(folder, 0o755); // the database may run as another user
let database = { address: values.data, end: async () => undefined };
try {
  if (values.data === undefined) {
    const { startPostgresql } = await import('../examples/postgresql/start.mjs');
    database = await startPostgresql({ folder: join(folder, 'postgresql'), database: 'experiment' });
  }
  const results = await experiment(database.address);
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, 'results.json'), `${JSON.stringify(withoutSamples(results), null, 2)}\n`);
  writeFileSync(join(values.out, 'samples.json'), JSON.stringify(samplesOf(results)));
  writeFileSync(join(values.out, 'results.md'), markdownOf(results));
  console.log(markdownOf(results));
  if (!results.holds) process.exitCode = 1;
} finally {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}

async function experiment(data) {
  // As it was published: commands are accepted, and nothing is delivered meanwhile.
  const accepted = await withCommandApi({ data, relays: false }, (client) => loads(client, 'accepted'));
  const more = await withCommandApi({ data }, async (client) => ({
    backlog: await emptied(client),
    relayed: await loads(client, 'relayed'),
    scenarios: await playScenarios(client),
    delivery: await deliverAndReconcile(client, { reference: 'delivered', count: 100 }),
    reconciled: await reconcileLoads(client),
  }));
  const all = { accepted, ...more, beyond: await beyond(data) };
  const figures = { accepted: pooled(accepted), relayed: pooled(all.relayed) };
  return {
    environment: environment(data),
    options,
    published,
    figures,
    ...all,
    holds: holds(all),
  };
}

async function loads(client, name) {
  const { rate: perSecond, new: fresh, replays } = options;
  // Nothing is warm when a process has just started; that is no figure of the protocol.
  for (let at = 0; at < 200; at += 1)
    await client.place(`key-${name}-warm-${at}`, orderOf(`${name}-warm-${at}`, `${name}-warm`));
  const trials = [];
  for (let trial = 1; trial <= options.trials; trial += 1)
    trials.push(await offeredRate(client, { reference: `${name}-${trial}`, perSecond, fresh, replays }));
  return trials;
}

/** Has a relay deliver all that was accepted without one. */
async function emptied(client) {
  const began = performance.now();
  const { pending } = await client.backlog();
  await drained(client);
  return { events: pending, tookMs: performance.now() - began };
}

/** The orders of all trials against the records of the ERP. */
async function reconcileLoads(client) {
  await drained(client);
  const results = [];
  for (const name of ['accepted', 'relayed'])
    for (let trial = 1; trial <= options.trials; trial += 1)
      results.push({ trial: `${name}-${trial}`, ...(await reconciled(client, `${name}-${trial}`)) });
  return results;
}

async function withCommandApi(place, work) {
  const api = await startCommandApi(place);
  const client = openClient(api.url);
  try {
    return await work(client);
  } finally {
    await client.close();
    await api.end();
  }
}

function environment(data) {
  const [processor] = cpus();
  return {
    node: process.version,
    processor: processor?.model ?? 'an unknown processor',
    cores: cpus().length,
    // Of the minute before the end: what else the machine did is in every figure.
    load: loadavg()[0],
    database: data.startsWith('postgres') ? 'PostgreSQL' : 'SQLite',
  };
}

function pooled(trials) {
  const samples = trials.flatMap((each) => each.samples);
  const service = (kind) =>
    quantilesOf(samples.filter((each) => each.kind === kind).map(({ serviceMs }) => serviceMs));
  return {
    new: service('new'),
    replay: service('replay'),
    wait: quantilesOf(samples.map(({ waitMs }) => waitMs)),
  };
}

function holds({ accepted, relayed, scenarios, delivery, reconciled: trials, beyond: more }) {
  const isWhole = (each) =>
    each.errors === 0 &&
    each.replaysWithOtherIds === 0 &&
    each.orders === options.new &&
    each.events === options.new;
  return (
    [...accepted, ...relayed].every(isWhole) &&
    [...scenarios, ...more].every((each) => each.holds) &&
    [delivery, ...trials].every((each) => each.discrepancies === 0 && each.orders === each.records) &&
    delivery.orders === delivery.count
  );
}

function withoutSamples(results) {
  const short = (trials) => trials.map((trial) => ({ ...trial, samples: undefined }));
  return { ...results, accepted: short(results.accepted), relayed: short(results.relayed) };
}

function samplesOf({ accepted, relayed }) {
  return [...accepted, ...relayed].map(({ reference, samples }) => ({ trial: reference, samples }));
}
