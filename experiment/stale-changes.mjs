import { openClient, orderOf } from './client.mjs';
import { startCommandApi } from './command-api-process.mjs';
import { reconciled } from './delivery.mjs';
import { judged } from './judged.mjs';
import { drained } from './scenarios.mjs';

const reference = 'stale';
const orders = 40;
const atOnce = 10;

/**
 * Two changes of each order are approved on its first version, and one is carried out before the other arrives; then ten are
 * approved on the second, and arrive at once. Only one on each version may be carried out, and the ERP holds the last.
 */
export async function staleChanges({ data, flaw }) {
  const api = await startCommandApi({ data, flaw });
  const client = openClient(api.url);
  try {
    const courses = await Promise.all(
      Array.from({ length: orders }, (_, at) => changesOf(client, `${reference}-${at}`)),
    );
    await drained(client);
    const statuses = courses.flatMap((course) => course.statuses);
    const standing = new Map(courses.map(({ id, amount }) => [id, amount]));
    const records = await client.records(reference);
    return judged({
      name: `${orders} orders, changes approved on a version that is no longer theirs`,
      expected: {
        carriedOut: 2 * orders,
        refused: atOnce * orders,
        overwritten: 0,
        orders,
        records: orders,
        discrepancies: 0,
      },
      seen: {
        carriedOut: statuses.filter((status) => status === 200).length,
        refused: statuses.filter((status) => status === 412).length,
        overwritten: records.filter(({ order_id: id, amount }) => amount !== standing.get(id)).length,
        ...(await reconciled(client, reference)),
      },
    });
  } finally {
    await client.close();
    await api.end();
  }
}

/** What each change was answered, and the amount that is to stand: that of the first one on the latest version. */
async function changesOf(client, name) {
  const { body } = await client.place(`key-${name}`, orderOf(name, reference, { amount: 1 }));
  const id = body.order_id;
  const inTurn = [];
  for (const amount of [10, 11]) inTurn.push((await client.change(id, 1, { amount })).status);
  const racing = Array.from({ length: atOnce }, async (_, at) => {
    const amount = 20 + at;
    return { amount, status: (await client.change(id, 2, { amount })).status };
  });
  const raced = await Promise.all(racing);
  const amount = raced.find(({ status }) => status === 200)?.amount ?? 10;
  return { id, amount, statuses: [...inTurn, ...raced.map(({ status }) => status)] };
}
