import { startCommandApi } from './command-api-process.mjs';
import { openClient, orderOf } from './client.mjs';
import { drained } from './scenarios.mjs';
import { reconciled } from './delivery.mjs';
import { judged } from './judged.mjs';
import { outOfOrder } from './out-of-order.mjs';
import { staleChanges } from './stale-changes.mjs';
import { stoppedRelay } from './stopped-relay.mjs';

const leaseMs = 500;

/** What the published experiment left out: processes that are killed, relays that compete or are stopped, events out of their order, and approvals that are stale. */
export async function beyond(place) {
  const results = [];
  for (const course of [killedWhileRelaying, competing, outOfOrder, staleChanges, stoppedRelay])
    results.push(await course(place));
  return results;
}

/** Receiver and relay are one process, which is killed again and again while orders come in; who gets no answer asks again. */
async function killedWhileRelaying({ data, flaw }) {
  const reference = 'killed';
  const count = 200;
  const kills = 4;
  let api = await startCommandApi({ data, flaw, leaseMs });
  const { port } = api;
  let client = openClient(api.url);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const placing = placeAll(() => client, { reference, from: kill * 50, to: kill * 50 + 50 });
      // Some are answered by then, and some are under way.
      while ((await client.orders(reference)).length < kill * 50 + 10);
      await api.kill();
      const before = client;
      api = await startCommandApi({ data, flaw, leaseMs, port });
      client = openClient(api.url);
      await placing;
      await before.close();
    }
    await drained(client);
    return judged({
      name: `receiver and relay killed ${kills} times (SIGKILL)`,
      expected: { orders: count, records: count, discrepancies: 0 },
      seen: await reconciled(client, reference),
    });
  } finally {
    await client.close();
    await api.end();
  }
}

/** Three processes on one database, each with a relay; one of them is killed, and the others take over what it held. */
async function competing({ data, flaw }) {
  const reference = 'competing';
  const apis = [];
  const clients = [];
  try {
    for (const _ of [1, 2, 3]) apis.push(await startCommandApi({ data, flaw, leaseMs }));
    clients.push(...apis.map(({ url }) => openClient(url)));
    const [first, ...others] = clients;
    await Promise.all(
      others.map((each, at) => placeAll(() => each, { reference, from: at * 150, to: at * 150 + 150 })),
    );
    const placing = placeAll(() => others[0], { reference, from: 300, to: 400 });
    await first.close();
    await apis[0].kill();
    await placing;
    await drained(others[0]);
    return judged({
      name: 'three relays, one of them killed, its leases taken over',
      expected: { orders: 400, records: 400, discrepancies: 0 },
      seen: await reconciled(others[0], reference),
    });
  } finally {
    for (const each of clients) await each.close();
    for (const each of apis) await each.end();
  }
}

/** Places orders side by side, each again under its key until it is accepted. */
async function placeAll(client, { reference, from, to }) {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at);
  await Promise.all(
    numbers.map(async (number) => {
      const name = `${reference}-${number}`;
      for (let attempt = 0; ; attempt += 1) {
        const { status } = await client()
          .place(`key-${name}`, orderOf(name, reference), { limitMs: 5_000 })
          .catch(() => ({ status: 0 }));
        if (status === 202) return;
        if (attempt > 200 || (status >= 400 && status < 500))
          throw new Error(`${name} was answered ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }),
  );
}
