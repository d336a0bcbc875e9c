import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startTied } from '../examples/tied.mjs';
import { openClient, orderOf } from './client.mjs';
import { startCommandApi } from './command-api-process.mjs';
import { reconciled } from './delivery.mjs';
import { judged } from './judged.mjs';
import { drained } from './scenarios.mjs';

const reference = 'stopped';
const held = 20;
const leaseMs = 500;
const limitMs = 60_000;

/**
 * A relay is stopped (SIGSTOP) while the ERP owes it answers; another takes over once the lease is over, and delivers. Then
 * the first one goes on (SIGCONT), is told half of the time that the ERP has the order and half that it refuses it, and
 * may write neither.
 */
export async function stoppedRelay({ data, flaw }) {
  const apis = [await startCommandApi({ data, flaw, relays: false })];
  const clients = [openClient(apis[0].url)];
  const slowErp = await openSlowErp(clients[0]);
  let relay;
  try {
    const names = Array.from({ length: held }, (_, at) => `${reference}-${at}`);
    await Promise.all(names.map((name) => clients[0].place(`key-${name}`, orderOf(name, reference))));
    relay = startRelay({ data, flaw, url: slowErp.url });
    const id = Number(await relay.printed(/^relay (\d+)$/m));
    await slowErp.owes(held);
    process.kill(id, 'SIGSTOP');
    apis.push(await startCommandApi({ data, flaw, leaseMs }));
    clients.push(openClient(apis[1].url));
    await drained(clients[1]);
    const takenOver = await confirmed(clients[1]);
    slowErp.answer();
    process.kill(id, 'SIGCONT');
    const { reports, written } = JSON.parse(await relay.printed(/^(\{.*\})$/m));
    return judged({
      name: `a relay stopped (SIGSTOP) with ${held} events for longer than its lease, which another took over`,
      expected: { takenOver: held, lateReports: held, written: 0, confirmed: held, ...everyOne() },
      seen: {
        takenOver,
        lateReports: reports,
        written,
        confirmed: await confirmed(clients[1]),
        ...(await reconciled(clients[1], reference)),
      },
    });
  } finally {
    slowErp.close();
    await relay?.end('SIGKILL');
    for (const each of clients) await each.close();
    for (const each of apis) await each.end();
  }
}

function everyOne() {
  return { orders: held, records: held, discrepancies: 0 };
}

async function confirmed(client) {
  return (await client.orders(reference)).filter(({ state }) => state === 'CONFIRMED').length;
}

function startRelay({ data, flaw, url }) {
  const program = fileURLToPath(new URL('relay-process.mjs', import.meta.url));
  const words = ['--data', data, '--url', url, '--lease-ms', String(leaseMs), '--batch', String(held)];
  if (flaw !== undefined) words.push('--flaw', flaw);
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  return startTied([process.execPath, program, ...words], { cwd, env: process.env });
}

/** An ERP that owes every answer until it is told to: every other delivery it takes at once, and the rest it refuses. */
async function openSlowErp(client) {
  const owed = [];
  let tellAll = () => undefined;
  const server = createServer((request, response) => {
    void owe(request, response);
  });
  const owe = async (request, response) => {
    const { status, body } = await answerTo(request);
    owed.push(() => response.writeHead(status).end(JSON.stringify(body)));
    tellAll();
  };
  const answerTo = async (request) => {
    const body = JSON.parse(await textOf(request));
    const isTaken = Number(body.event.content.business_intent_id.split('-').at(-1)) % 2 === 0;
    if (!isTaken) return { status: 409, body: { title: 'refused' } };
    const { authorization } = request.headers;
    return client.ask('/erp/inbox', { method: 'POST', headers: { authorization }, body });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Resolves once it owes so many answers. */
    async owes(count) {
      const limit = AbortSignal.timeout(limitMs);
      const isLate = once(limit, 'abort');
      while (owed.length < count) {
        const more = new Promise((resolve) => {
          tellAll = resolve;
        });
        await Promise.race([more, isLate]);
        limit.throwIfAborted();
      }
    },
    answer: () => owed.forEach((each) => each()),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
