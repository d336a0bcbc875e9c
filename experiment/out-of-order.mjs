import { hashOf } from '../dist/reference-receiver/command/order-event.js';
import { relayToken } from '../dist/reference-receiver/command/command-api.js';
import { commandRules } from '../dist/reference-receiver/command/flaws.js';
import { openStores } from '../dist/reference-receiver/command/store/open-stores.js';
import { systemClock } from '../dist/reference-receiver/clock.js';
import { seededRandom } from '../dist/src/harness/run/seeded-random.js';
import { openClient, orderOf } from './client.mjs';
import { startCommandApi } from './command-api-process.mjs';
import { reconciled } from './delivery.mjs';
import { judged } from './judged.mjs';
import { drained } from './scenarios.mjs';

const reference = 'disorder';
const orders = 20;
const versions = 5;
const leaseMs = 500;

/**
 * Every order has several versions, whose events reach the ERP in an order of chance, each of them twice; then the newest
 * once more with other content. In the end a relay delivers all of them again, as the one that took them has said nothing.
 */
export async function outOfOrder({ data, flaw }) {
  const stores = await openStores({ data, clock: systemClock, rules: commandRules(flaw) });
  let api = await startCommandApi({ data, flaw, relays: false });
  let client = openClient(api.url);
  try {
    await Promise.all(
      Array.from({ length: orders }, (_, at) => placeAndChange(client, `${reference}-${at}`)),
    );
    const events = await taken(stores);
    const effects = await deliverAll(client, shuffled([...events, ...events]));
    const contradicted = await deliverAll(client, events.filter(isNewest).map(contradiction));
    const known = new Set(events.map(({ id }) => id));
    const apart = (await stores.erp.quarantine()).filter(({ eventId }) => known.has(eventId));
    const newest = (await client.records(reference)).filter(isAsChangedLast).length;
    await client.close();
    await api.end();
    api = await startCommandApi({ data, flaw, leaseMs });
    client = openClient(api.url);
    await drained(client);
    return judged({
      name: `${orders} orders of ${versions} versions, delivered out of order and twice, the newest contradicted`,
      expected: {
        events: orders * versions,
        deliveries: 2 * orders * versions,
        firstTime: orders * versions,
        repeats: orders * versions,
        keptApart: orders,
        newest: orders,
        orders,
        records: orders,
        discrepancies: 0,
      },
      seen: {
        events: events.length,
        deliveries: effects.length,
        firstTime: effects.filter((effect) => effect === 'applied' || effect === 'superseded').length,
        repeats: effects.filter((effect) => effect === 'duplicate').length,
        keptApart: contradicted.every((effect) => effect === 409) ? apart.length : 0,
        newest,
        ...(await reconciled(client, reference)),
      },
    });
  } finally {
    await client.close();
    await api.end();
    await stores.close();
  }
}

async function placeAndChange(client, name) {
  const { body } = await client.place(`key-${name}`, orderOf(name, reference, { amount: 1 }));
  for (let version = 1; version < versions; version += 1)
    await client.change(body.order_id, version, { amount: version + 1 });
}

/** All events of the course, as a relay takes them that then says nothing of them. */
async function taken(stores) {
  const events = [];
  for (;;) {
    const claimed = await stores.commands.claim({ relay: 'out of order', most: 100, leaseMs });
    if (claimed.events.length === 0) return events;
    events.push(...claimed.events.filter(({ body }) => JSON.parse(body).reference === reference));
    if (events.length >= orders * versions) return events;
  }
}

/** Ten at once: what each had for effect, or the status of its refusal. */
async function deliverAll(client, events) {
  const effects = [];
  for (let at = 0; at < events.length; at += 10) {
    const answers = events.slice(at, at + 10).map(({ id, hash, body }) =>
      client.ask('/erp/inbox', {
        method: 'POST',
        headers: { authorization: `Bearer ${relayToken}` },
        body: { event_id: id, hash, event: JSON.parse(body) },
      }),
    );
    for (const { status, body } of await Promise.all(answers)) effects.push(body.effect ?? status);
  }
  return effects;
}

function isNewest({ version }) {
  return version === versions;
}

function isAsChangedLast({ version, amount }) {
  return version === versions && amount === versions;
}

/** The same event with other content, whose hash is that of the content. */
function contradiction({ id, body }) {
  const event = JSON.parse(body);
  const told = { ...event, content: { ...event.content, amount: 666 } };
  return { id, hash: hashOf(told), body: JSON.stringify(told) };
}

/** In an order of chance, which is the same in every run. */
function shuffled(events) {
  const random = seededRandom(7);
  return events
    .map((event) => ({ event, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ event }) => event);
}
