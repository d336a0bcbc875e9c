// The same work for a job queue that people use on PostgreSQL: jobs that end at once, claimed and acknowledged by as many
// hands, over as many connections. It deletes a job once it is done; it neither marks it before it runs nor keeps how it
// ended, so it writes less for each.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';

const quiet = new Logger(() => () => undefined);
const task = 'send';

/** Jobs a second; `batch` has it fetch and complete several at once, as far as it offers that. */
export async function graphileWorker({ address, schema, count, hands, batch }) {
  const place = { connectionString: address, schema, logger: quiet };
  const utils = await makeWorkerUtils(place);
  try {
    await utils.migrate();
    const payload = (n) => ({ title: 'Call the customer back', reference: `action ${n}` });
    await utils.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: task, payload: payload(n) })));
    return await measured({ place, count, hands, batch });
  } finally {
    await utils.release();
  }
}

async function measured({ place, count, hands, batch }) {
  let done = 0;
  let tell;
  const all = new Promise((resolve) => (tell = resolve));
  const begun = performance.now();
  const runner = await run({
    ...place,
    noHandleSignals: true,
    maxPoolSize: hands,
    taskList: { [task]: () => undefined },
    preset: {
      worker: {
        concurrentJobs: hands,
        ...(batch === 'none'
          ? {}
          : {
              localQueue: { size: hands },
              ...(batch === 'claims' ? {} : { completeJobBatchDelay: 0, failJobBatchDelay: 0 }),
            }),
      },
    },
  });
  runner.events.on('job:complete', () => {
    done += 1;
    if (done === count) tell();
  });
  await all;
  // In batches a job is called complete before it is written down; the rest is written as it stops.
  await runner.stop();
  return Math.round((count * 1000) / (performance.now() - begun));
}
