// The measured experiment of a command API, repeated: `npm run build && npm run experiment`. Everything it starts ends
// with it. Results go to `experiment/results/` (--out FOLDER), as JSON, as a page, as a plot, and every sample beside them.
// `--quick` tries the whole way with small counts, into `experiment/quick-results/`; `--flaw NAME` has to end with 1.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { beyond } from './beyond.mjs';
import { openClient, orderOf } from './client.mjs';
import { startCommandApi } from './command-api-process.mjs';
import { deliverAndReconcile, reconciled } from './delivery.mjs';
import { everythingHolds } from './everything-holds.mjs';
import { latencyCurveOf } from './latencies.mjs';
import { markdownOf, published } from './markdown.mjs';
import { offeredRate } from './offered-rate.mjs';
import { plotOf } from './plot.mjs';
import { drained, playScenarios } from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    flaw: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rate: { type: 'string' },
    new: { type: 'string' },
    replays: { type: 'string' },
    trials: { type: 'string' },
    out: { type: 'string' },
  },
});
const counts = values.quick
  ? { rate: 100, new: 100, replays: 20, trials: 1 }
  : { rate: 200, new: 1000, replays: 200, trials: 3 };
const options = Object.fromEntries(
  Object.entries(counts).map(([name, count]) => [name, Number(values[name] ?? count)]),
);
const out = values.out ?? fileURLToPath(new URL(values.quick ? 'quick-results' : 'results', import.meta.url));
// Many times what a run takes; one that hangs ends, and says so.
const longestMs = 600_000;
const beganAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'twiceshy-experiment-'));
chmodSync(folder, 0o755); // the database may run as another user
let database = { address: values.data, end: async () => undefined };
try {
  if (values.data === undefined) {
    const { startPostgresql } = await import('../examples/postgresql/start.mjs');
    database = await startPostgresql({ folder: join(folder, 'postgresql'), database: 'experiment' });
  }
  const results = await inTime(experiment({ data: database.address, flaw: values.flaw }));
  const plain = JSON.parse(JSON.stringify(withoutSamples(results)));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(plain, null, 2)}\n`);
  writeFileSync(join(out, 'samples.json'), JSON.stringify(samplesOf(results)));
  writeFileSync(join(out, 'results.md'), markdownOf(plain));
  writeFileSync(join(out, 'plot.svg'), plotOf(plain));
  console.log(markdownOf(plain));
  if (!results.holds) process.exitCode = 1;
} finally {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}

async function inTime(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The experiment took more than ${longestMs} ms.`)), longestMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function experiment(place) {
  // As it was published: commands are accepted, and nothing is delivered meanwhile.
  const accepted = await withCommandApi({ ...place, relays: false }, (client) => loads(client, 'accepted'));
  const more = await withCommandApi(place, async (client) => ({
    backlog: await emptied(client),
    relayed: await loads(client, 'relayed'),
    scenarios: await playScenarios(client),
    delivery: await deliverAndReconcile(client, { reference: 'delivered', count: 100 }),
    reconciled: await reconcileLoads(client),
  }));
  const all = { accepted, ...more, beyond: await beyond(place) };
  const figures = { accepted: pooled(accepted), relayed: pooled(all.relayed) };
  return {
    environment: environment(place),
    options,
    published,
    figures,
    ...all,
    holds: everythingHolds({ ...all, options }),
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

function environment({ data, flaw }) {
  const [processor] = cpus();
  return {
    node: process.version,
    processor: processor?.model ?? 'an unknown processor',
    cores: cpus().length,
    // Of the minute before the end: what else the machine did is in every figure.
    load: loadavg()[0],
    tookS: (performance.now() - beganAt) / 1000,
    flaw: flaw ?? null,
    database: data.startsWith('postgres') ? 'PostgreSQL' : 'SQLite',
  };
}

function pooled(trials) {
  const samples = trials.flatMap((each) => each.samples);
  const service = (kind) =>
    latencyCurveOf(samples.filter((each) => each.kind === kind).map(({ serviceMs }) => serviceMs));
  return {
    new: service('new'),
    replay: service('replay'),
    wait: latencyCurveOf(samples.map(({ waitMs }) => waitMs)),
  };
}

function withoutSamples(results) {
  const short = (trials) => trials.map((trial) => ({ ...trial, samples: undefined }));
  return { ...results, accepted: short(results.accepted), relayed: short(results.relayed) };
}

function samplesOf({ accepted, relayed }) {
  return [...accepted, ...relayed].map(({ reference, samples }) => ({ trial: reference, samples }));
}
