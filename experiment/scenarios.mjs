import { orderOf } from './client.mjs';
import { judged } from './judged.mjs';

/**
 * The seven courses of a command, and what is to come of each. Each gets a client and a name of its own, and gives what it
 * saw under the names of what is expected.
 */
export const scenarios = [
  {
    name: 'new receipt',
    expected: { status: 202, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      const { status } = await client.place(`key-${name}`, orderOf(name, name));
      return { status, ...(await counts(client, name)) };
    },
  },
  {
    name: 'replay',
    expected: { statuses: [202, 202], sameAnswer: true, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      const told = [];
      for (const _ of [1, 2]) told.push(await client.place(`key-${name}`, orderOf(name, name)));
      return { ...answers(told), ...(await counts(client, name)) };
    },
  },
  {
    name: 'another key, the same intent',
    expected: { statuses: [202, 202], sameOrder: true, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      const first = await client.place(`key-${name}`, orderOf(name, name));
      const second = await client.place(`other-key-${name}`, orderOf(name, name));
      const { statuses, sameOrder } = answers([first, second]);
      return { statuses, sameOrder, ...(await counts(client, name)) };
    },
  },
  {
    name: 'conflict',
    expected: { sameKey: 422, sameIntent: 409, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      await client.place(`key-${name}`, orderOf(name, name));
      const other = orderOf(name, name, { amount: 1 });
      const sameKey = await client.place(`key-${name}`, other);
      const sameIntent = await client.place(`other-key-${name}`, other);
      return { sameKey: sameKey.status, sameIntent: sameIntent.status, ...(await counts(client, name)) };
    },
  },
  {
    name: 'rollback, then the same key',
    expected: { status: 500, ordersBetween: 0, thenStatus: 202, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      await client.control('fail-next', { at: 'half-way', status: 500, times: 1 });
      const failed = await client.place(`key-${name}`, orderOf(name, name));
      const between = (await client.orders(name)).length;
      const again = await client.place(`key-${name}`, orderOf(name, name));
      return {
        status: failed.status,
        ordersBetween: between,
        thenStatus: again.status,
        ...(await counts(client, name)),
      };
    },
  },
  {
    name: 'answer lost: 200 ms after the commit against a limit of 50 ms, then the same key',
    expected: { wasLost: true, thenStatus: 202, sameOrder: true, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      await client.control('slow', { ms: 200 });
      const lost = await client.place(`key-${name}`, orderOf(name, name), { limitMs: 50 }).then(
        () => false,
        () => true,
      );
      const [kept] = await client.orders(name);
      const again = await client.place(`key-${name}`, orderOf(name, name));
      const sameOrder = again.body.order_id === kept?.order_id;
      return { wasLost: lost, thenStatus: again.status, sameOrder, ...(await counts(client, name)) };
    },
  },
  {
    name: 'one key twenty times at once',
    expected: { statuses: [202], sameAnswer: true, orders: 1, records: 1 },
    course: async ({ client, name }) => {
      const copies = Array.from({ length: 20 }, () => client.place(`key-${name}`, orderOf(name, name)));
      const { statuses, sameAnswer } = answers(await Promise.all(copies));
      return { statuses: [...new Set(statuses)], sameAnswer, ...(await counts(client, name)) };
    },
  },
];

/** Plays the courses one after another, and says of each whether it came to what is expected. */
export async function playScenarios(client, list = scenarios) {
  const results = [];
  for (const [at, { name, expected, course }] of list.entries()) {
    const seen = await course({ client, name: `course-${at}` }).catch((error) => ({ error: error.message }));
    results.push(judged({ name, expected, seen }));
  }
  return results;
}

function answers(told) {
  const bodies = new Set(told.map(({ body }) => JSON.stringify(body)));
  const orders = new Set(told.map(({ body }) => body.order_id));
  return {
    statuses: told.map(({ status }) => status),
    sameAnswer: bodies.size === 1,
    sameOrder: orders.size === 1,
  };
}

/** The orders of the name, and the ERP's records once every event is delivered. */
async function counts(client, name) {
  await drained(client);
  return {
    orders: (await client.orders(name)).length,
    records: (await client.records(name)).length,
  };
}

/** Resolves once no event waits any more; throws after a minute. */
export async function drained(client) {
  const limit = AbortSignal.timeout(60_000);
  while ((await client.backlog()).pending > 0) {
    limit.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
