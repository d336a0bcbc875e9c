// The same work for a job queue that people use on PostgreSQL: jobs that end at once, claimed and acknowledged by as many
// hands, over as many connections. By itself it deletes a job once it is done, so it writes less for each; as an outbox a
// job also marks its action as sent before it sends, and keeps how that ended, as ours does for each.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool } from 'pg';

const quiet = new Logger(() => () => undefined);
const task = 'send';

/** What it may do for several jobs at once; what is completed in batches may, after a crash, be done again. */
export const ways = {
  'as an outbox, one by one': { marks: true },
  'as an outbox, claimed in batches': { marks: true, claims: true },
  'as an outbox, claimed and completed in batches': { marks: true, claims: true, completions: true },
  'jobs alone, one by one': {},
  'jobs alone, claimed in batches': { claims: true },
  'jobs alone, claimed and completed in batches': { claims: true, completions: true },
};

/** Jobs a second, from the first claim until all is acknowledged. */
export async function graphileWorker({ address, schema, count, hands, connections, way }) {
  const pgPool = new Pool({ connectionString: address, max: connections });
  // It asks for both, as an idle connection and one in use are told apart.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  const place = { pgPool, schema, logger: quiet };
  const utils = await makeWorkerUtils(place);
  try {
    await utils.migrate();
    const payload = (n) => ({ title: 'Call the customer back', reference: `action ${n}` });
    await utils.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: task, payload: payload(n) })));
    const ledger = `${schema}_ledger`;
    await layOut(pgPool, ledger, count);
    return await measured({ place, count, hands, way: ways[way], ledger });
  } finally {
    await utils.release();
    await pgPool.end();
  }
}

async function layOut(pgPool, ledger, count) {
  await pgPool.query(`
    CREATE TABLE ${ledger} (key text PRIMARY KEY, state text NOT NULL, sent_at timestamptz, ended_at timestamptz,
      remote_id text)`);
  await pgPool.query(
    `INSERT INTO ${ledger} (key, state) SELECT 'action ' || n, 'pending' FROM generate_series(0, $1 - 1) AS n`,
    [count],
  );
}

/** What a job does: nothing, or what an outbox has to write around a send. */
function taskOf(way, ledger) {
  if (way.marks !== true) return () => undefined;
  const update = (change) => `UPDATE ${ledger} SET ${change} WHERE key = $1`;
  const mark = { name: 'mark', text: update('sent_at = clock_timestamp()') };
  const record = {
    name: 'record',
    text: update(`state = 'sent', ended_at = clock_timestamp(), remote_id = $1`),
  };
  return async ({ reference: key }, { withPgClient }) => {
    await withPgClient((client) => client.query({ ...mark, values: [key] }));
    await withPgClient((client) => client.query({ ...record, values: [key] }));
  };
}

async function measured({ place, count, hands, way, ledger }) {
  let done = 0;
  let tell;
  const all = new Promise((resolve) => (tell = resolve));
  const begun = performance.now();
  const runner = await run({
    ...place,
    noHandleSignals: true,
    taskList: { [task]: taskOf(way, ledger) },
    preset: {
      worker: {
        concurrentJobs: hands,
        ...(way.claims === true ? { localQueue: { size: hands } } : {}),
        ...(way.completions === true ? { completeJobBatchDelay: 0, failJobBatchDelay: 0 } : {}),
      },
    },
  });
  runner.events.on('job:complete', () => {
    done += 1;
    if (done === count) tell();
  });
  await all;
  // In batches a job is called complete before that is written; what is left is written as it stops.
  await runner.stop();
  return Math.round((count * 1000) / (performance.now() - begun));
}
