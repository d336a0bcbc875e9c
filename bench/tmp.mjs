// How close together 20 copies of one small create arrive: the kit's own burst, against Promise.all over undici's pool
// with 20 connections that are all open and warm. The receiver is a process of its own and tells by its own clock when
// the last byte of each request had come; it answers when the last of a round is there. Rounds go in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

const copies = 20;
const rounds = 60;
const warmUpRounds = 15;
const between = 5;

const body = JSON.stringify({ title: 'Call the customer back', reference: 'tw-bench-marker' });
const wholeBody = Buffer.from(body);
const nothing = Buffer.alloc(0);
const answer = Buffer.from(
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
      if (made.some(({ answer }) => answer.kind === 'lost')) throw new Error('A request of the burst was lost.');
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
  const spreads = { burst: [], pool: [] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const names = round % 2 === 0 ? ['burst', 'pool'] : ['pool', 'burst'];
    for (const name of names) {
      const [, spreadMs] = await Promise.all([ways[name](), receiver.next()]);
      if (round >= warmUpRounds) spreads[name].push(spreadMs);
      await new Promise((resolve) => setTimeout(resolve, between));
    }
  }
  return spreads;
}

function figuresOf(spreads, released) {
  const [kit, pool] = [median(spreads.burst), median(spreads.pool)];
  return {
    figures: {
      [`kit's burst: median arrival spread of ${copies} copies in ms`]: rounded(kit),
      [`Promise.all over a warm undici pool: median arrival spread of ${copies} copies in ms`]: rounded(pool),
      "kit's burst: nine of ten rounds within, ms": rounded(quantile(spreads.burst, 0.9)),
      'Promise.all over a warm undici pool: nine of ten rounds within, ms': rounded(quantile(spreads.pool, 0.9)),
      "kit's burst: median release spread in ms, by the kit's own clock": rounded(median(released)),
    },
    ratios: { 'burst / pool': rounded(kit / pool) },
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

/** Reads and does nothing else, so that its own work is not counted; tells the spread of each round. */
async function receive() {
  let arrived = [];
  let open = [];
  const server = createServer({ noDelay: true }, (socket) => {
    let seen = nothing;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const now = process.hrtime.bigint();
      seen = seen.length === 0 ? bytes : Buffer.concat([seen, bytes]);
      if (!seen.subarray(-body.length).equals(wholeBody)) return;
      seen = nothing;
      arrived.push(now);
      open.push(socket);
      if (arrived.length < copies) return;
      console.error(arrived.map((t) => Math.round(Number(t - arrived[0]) / 1e3)).join(" ")); const spreadMs = Number(arrived.at(-1) - arrived[0]) / 1e6;
      for (const each of open) each.write(answer);
      [arrived, open] = [[], []];
      process.send(spreadMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(server.address().port);
}

if (process.argv[2]==="receiver") await receive(); else { console.log(await burst()) }
