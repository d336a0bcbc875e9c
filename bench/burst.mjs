// How close together 20 copies of one small create arrive: the kit's own burst, against Promise.all over undici's pool
// with 20 connections that are all open and warm, by its request() and by its fetch(). The receiver is a process of its own and tells by its own clock when
// the last byte of each request had come; it answers when the last of a round is there. Rounds go in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { fetch, Pool } from 'undici';

const copies = 20;
const rounds = 60;
const warmUpRounds = 15;
const between = 5;

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

/** Runs the rounds of both ways in turn and gives the median of each figure. */
export async function burst() {
  const { openBurst } = await import('../dist/src/harness/wire/burst/open-burst.js');
  const { systemClock } = await import('../dist/src/harness/run/system-clock.js');
  const receiver = await start();
  const origin = `http://127.0.0.1:${receiver.port}`;
  const pool = new Pool(origin, { connections: copies, pipelining: 1 });
  const kit = openBurst({ clock: systemClock });
  const released = [];
  const ways = {
    burst: async () => {
      const request = { method: 'POST', url: `${origin}/v1/tasks`, headers, body };
      const requests = Array.from({ length: copies }, (_, n) => ({ id: `bench-${n}`, request }));
      const made = await kit.exchange(requests, { timeoutMs: 10_000, strategy: 'connections' });
      if (made.some(({ answer }) => answer.kind === 'lost'))
        throw new Error('A request of the burst was lost.');
      released.push(Math.max(...made.map(({ releasedMs }) => releasedMs)));
    },
    pool: async () => {
      const answers = await Promise.all(
        Array.from({ length: copies }, (_, n) =>
          pool.request({
            method: 'POST',
            path: '/v1/tasks',
            headers: [...headers.flat(), 'Twiceshy-Exchange', `bench-${n}`],
            body,
          }),
        ),
      );
      await Promise.all(answers.map((answer) => answer.body.text()));
    },
    fetch: async () => {
      const answers = await Promise.all(
        Array.from({ length: copies }, (_, n) =>
          fetch(`${origin}/v1/tasks`, {
            method: 'POST',
            headers: [...headers, ['Twiceshy-Exchange', `bench-${n}`]],
            body,
            dispatcher: pool,
          }),
        ),
      );
      await Promise.all(answers.map((answer) => answer.text()));
    },
  };
  try {
    return figuresOf(await measure(ways, receiver), released.slice(warmUpRounds));
  } finally {
    await kit.close();
    await pool.close();
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
      if (round >= warmUpRounds) spreads[name].push(spreadMs);
      await new Promise((resolve) => setTimeout(resolve, between));
    }
  }
  return spreads;
}

function figuresOf(spreads, released) {
  const spelled = {
    burst: "kit's burst",
    pool: 'Promise.all of request() over a warm undici pool',
    fetch: 'Promise.all of fetch() over the same pool',
  };
  const figures = {};
  for (const [name, values] of Object.entries(spreads)) {
    figures[`${spelled[name]}: median arrival spread of ${copies} copies in ms`] = rounded(median(values));
    figures[`${spelled[name]}: nine of ten rounds within, ms`] = rounded(quantile(values, 0.9));
  }
  figures["kit's burst: median release spread in ms, by the kit's own clock"] = rounded(median(released));
  return {
    figures,
    ratios: {
      'burst / request() over a pool': rounded(median(spreads.burst) / median(spreads.pool)),
      'burst / fetch() over a pool': rounded(median(spreads.burst) / median(spreads.fetch)),
    },
  };
}

async function start() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'receiver'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = await once(child.stdout, 'data');
  const next = async () => {
    const [spreadMs] = await once(child, 'message');
    return spreadMs;
  };
  return { child, port: Number(String(line)), next };
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

/**
 * Tells the spread of each round. It reads and does nothing else, and its loop never sleeps: else all that came while
 * it woke up would seem to have come at one moment, whoever sent it.
 */
async function receive() {
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
      process.send(spreadMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(server.address().port);
  const stayAwake = () => setImmediate(stayAwake);
  stayAwake();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await receive();
