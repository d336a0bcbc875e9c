// The same work for a job queue that people use on PostgreSQL: jobs that end at once, claimed and acknowledged by as many
// hands, over as many connections. It deletes a job once it is done; it neither marks it before it runs nor keeps how it
// ended, so it writes less for each.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool } from 'pg';

const quiet = new Logger(() => () => undefined);
const task = 'send';

/** What it may do for several jobs at once; what is completed in batches may, after a crash, be done again. */
export const ways = {
  'one by one': {},
  'claimed in batches': { claims: true },
  'claimed and completed in batches': { claims: true, completions: true },
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
    return await measured({ place, count, hands, way: ways[way] });
  } finally {
    await utils.release();
    await pgPool.end();
  }
}

async function measured({ place, count, hands, way }) {
  let done = 0;
  let tell;
  const all = new Promise((resolve) => (tell = resolve));
  const begun = performance.now();
  const runner = await run({
    ...place,
    noHandleSignals: true,
    taskList: { [task]: () => undefined },
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
