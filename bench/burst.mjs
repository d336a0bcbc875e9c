// How close together 20 copies of one small create arrive: the kit's own burst, against Promise.all over undici's pool
// with 20 connections that are all open and warm, by its request() and by its fetch(). The receiver is a process of its
// own, and answers when the last of a round is there. Rounds go in turn.
//
// Arrivals are told by two clocks. The kernel's stamp says when the last byte of a request reached the receiver; Node
// cannot ask for it, so that receiver is in Python (left out where there is none). The other is what a receiver in Node
// notices: it reads one connection after the other, and all that came while it was busy seems to have come just then.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fetch, Pool } from 'undici';

const copies = 20;
const rounds = 60;
const warmUpRounds = 15;
const betweenMs = 5;

const body = JSON.stringify({ title: 'Call the customer back', reference: 'tw-bench-marker' });
/** Found nowhere else in a request: it tells that all of it has come. */
const lastByte = Buffer.from('}')[0];
const answerBytes = Buffer.from(
  'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"id":"tsk_1"}',
);
const headers = [
  ['Content-Type', 'application/json'],
  ['Idempotency-Key', 'bench-0123456789abcdef'],
];

const spelled = {
  burst: "kit's burst",
  request: 'Promise.all of request() over a warm undici pool',
  fetch: 'Promise.all of fetch() over a warm undici pool',
};

/** Runs the rounds of all ways in turn, by either clock, and gives the median of each figure. */
export async function burst() {
  const clocks = {
    'in Node': [process.execPath, fileURLToPath(import.meta.url), 'receiver'],
  };
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (hasPython) {
    const script = fileURLToPath(new URL('arrivals.py', import.meta.url));
    clocks["by the kernel's stamp"] = ['python3', script, String(copies)];
  }
  const figures = {};
  const ratios = {};
  for (const [clock, command] of Object.entries(clocks).toReversed()) {
    const { spreads, released } = await measureAt(command);
    for (const [name, values] of Object.entries(spreads)) {
      const what = `${spelled[name]}, arrivals ${clock}`;
      figures[`${what}: median spread of ${copies} copies in ms`] = rounded(median(values));
      figures[`${what}: nine of ten rounds within, ms`] = rounded(quantile(values, 0.9));
      if (name !== 'burst')
        ratios[`burst / ${name}() over a pool, arrivals ${clock}`] = rounded(
          median(spreads.burst) / median(values),
        );
    }
    figures[`kit's burst, receiver ${clock}: median release spread in ms`] = rounded(median(released));
  }
  if (!hasPython) figures["arrivals by the kernel's stamp"] = 'left out: there is no python3';
  return { figures, ratios };
}

/** The arrival spreads of all ways at one receiver, and what the burst itself says of its releases. */
async function measureAt(command) {
  const { openBurst } = await import('../dist/src/harness/wire/burst/open-burst.js');
  const { systemClock } = await import('../dist/src/harness/run/system-clock.js');
  const receiver = await start(command);
  const origin = `http://127.0.0.1:${receiver.port}`;
  const pool = new Pool(origin, { connections: copies, pipelining: 1 });
  const kit = openBurst({ clock: systemClock });
  const released = [];
  try {
    const ways = {
      burst: async () => released.push(await sendBurst(kit, origin)),
      request: () => sendAll((n) => requestOver(pool, n)),
      fetch: () => sendAll((n) => fetchOver(pool, origin, n)),
    };
    return { spreads: await measure(ways, receiver), released: released.slice(warmUpRounds) };
  } finally {
    await kit.close();
    await pool.destroy();
    receiver.child.kill('SIGKILL');
  }
}

async function measure(ways, receiver) {
  const names = Object.keys(ways);
  const spreads = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    // Turned round each time: whoever goes last meets another machine than whoever goes first.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const [, spreadMs] = await Promise.all([ways[name](), receiver.next()]);
      if (round >= warmUpRounds) spreads[name].push(known(spreadMs));
      await new Promise((resolve) => setTimeout(resolve, betweenMs));
    }
  }
  return spreads;
}

function known(spreadMs) {
  if (Number.isFinite(spreadMs)) return spreadMs;
  throw new Error('The receiver does not know when a request arrived: does its kernel stamp arrivals?');
}

async function sendBurst(kit, origin) {
  const request = { method: 'POST', url: `${origin}/v1/tasks`, headers, body };
  const requests = Array.from({ length: copies }, (_, n) => ({ id: `bench-${n}`, request }));
  const made = await kit.exchange(requests, { timeoutMs: 10_000, strategy: 'connections' });
  if (made.some(({ answer }) => answer.kind === 'lost')) throw new Error('A request of the burst was lost.');
  return Math.max(...made.map(({ releasedMs }) => releasedMs));
}

async function sendAll(send) {
  await Promise.all(Array.from({ length: copies }, (_, n) => send(n)));
}

async function requestOver(pool, n) {
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/tasks',
    headers: [...headers.flat(), 'Twiceshy-Exchange', `bench-${n}`],
    body,
  });
  await answer.body.text();
}

async function fetchOver(pool, origin, n) {
  const answer = await fetch(`${origin}/v1/tasks`, {
    method: 'POST',
    headers: [...headers, ['Twiceshy-Exchange', `bench-${n}`]],
    body,
    dispatcher: pool,
  });
  await answer.text();
}

/** A receiver that prints its port, and then the spread of each round. */
async function start([command, ...words]) {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The receiver ended before the bench did.');
    return Number(value);
  };
  return { child, port: await next(), next };
}

function median(values) {
  return quantile(values, 0.5);
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
}

function rounded(value) {
  return Number(value.toFixed(3));
}

/** Reads and does nothing else, so that little but the arrivals is counted. */
function receive() {
  let arrived = [];
  let open = [];
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      if (bytes[bytes.length - 1] !== lastByte) return;
      arrived.push(performance.now());
      open.push(socket);
      if (arrived.length < copies) return;
      const spreadMs = arrived.at(-1) - arrived[0];
      for (const each of open) each.write(answerBytes);
      [arrived, open] = [[], []];
      console.log(spreadMs);
    });
  }).listen(0, '127.0.0.1', () => console.log(server.address().port));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) receive();
