// What the fault proxy costs where no effect is armed: the same small JSON POST over 16 kept connections, straight to
// a target in another process, through a bare node:net pipe, through the proxy, and through HAProxy in TCP mode where
// it is installed. Every hop is a process of its own; rounds go in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const connections = 16;
const rounds = 9;
const roundMs = 1_000;
const warmUpMs = 1_500;
const haproxyPaths = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'];

const body = JSON.stringify({ title: 'Call the customer back', reference: 'tw-bench-marker' });
const request = Buffer.from(
  'POST /v1/tasks HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n' +
    'idempotency-key: bench-0123456789abcdef\r\ntwiceshy-exchange: bench-1\r\naccept: */*\r\n' +
    `user-agent: bench\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const answerBody = '{"id":"tsk_0123456789"}';
const answer = Buffer.from(
  'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\n' +
    `connection: keep-alive\r\ncontent-length: ${answerBody.length}\r\n\r\n${answerBody}`,
);

/** Runs the rounds of all ways in turn and gives the median of each figure. */
export async function proxy() {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  const hops = [];
  try {
    const target = await start(['target']);
    hops.push(target);
    const pipe = await start(['pipe', String(target.port)]);
    hops.push(pipe);
    const fault = await start(['fault', String(target.port)]);
    hops.push(fault);
    const ways = { direct: target.port, pipe: pipe.port, proxy: fault.port };
    const haproxy = haproxyPaths.find((path) => existsSync(path));
    if (haproxy !== undefined) {
      const hop = await startHaproxy(haproxy, folder, target.port);
      hops.push(hop);
      ways.haproxy = hop.port;
    }
    return figuresOf(await measure(ways), haproxy !== undefined);
  } finally {
    for (const { child } of hops) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(ways) {
  const measured = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const port of Object.values(ways)) await load(port, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    // Turned round each time: whoever goes last meets another machine than whoever goes first.
    const names = Object.keys(ways);
    const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    for (const name of order) measured[name].push(await load(ways[name], roundMs));
  }
  return measured;
}

function figuresOf(measured, withHaproxy) {
  const rate = (name) => measured[name].map(({ perSecond }) => perSecond);
  const latency = (name) => measured[name].map(({ medianMs }) => medianMs);
  const added = (name, than) => latency(name).map((ms, index) => ms - latency(than)[index]);
  const figures = {};
  for (const name of Object.keys(measured)) {
    figures[`${spelled[name]}: requests a second`] = Math.round(median(rate(name)));
    figures[`${spelled[name]}: median latency in ms, ${connections} connections`] = rounded(
      median(latency(name)),
    );
  }
  figures['ms that the proxy adds at the median, to direct'] = rounded(median(added('proxy', 'direct')));
  figures['ms that the proxy adds at the median, to the pipe'] = rounded(median(added('proxy', 'pipe')));
  if (!withHaproxy) figures['HAProxy'] = 'not installed, left out';
  return {
    figures,
    ratios: {
      'proxy / bare pipe': ratio(rate('proxy'), rate('pipe')),
      'proxy / direct': ratio(rate('proxy'), rate('direct')),
      'bare pipe / direct': ratio(rate('pipe'), rate('direct')),
      ...(withHaproxy ? { 'proxy / HAProxy': ratio(rate('proxy'), rate('haproxy')) } : {}),
    },
  };
}

const spelled = {
  direct: 'direct',
  pipe: 'bare node:net pipe',
  proxy: 'fault proxy, no effect armed',
  haproxy: 'HAProxy in TCP mode',
};

/** Each connection sends its next request when the answer to the one before is whole. */
async function load(port, forMs) {
  const latencies = [];
  const until = performance.now() + forMs;
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, () => one(port, until, latencies)));
  const tookMs = performance.now() - begun;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: (latencies.length * 1_000) / tookMs,
    medianMs: latencies[Math.floor(latencies.length / 2)],
  };
}

function one(port, until, latencies) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let sentAt = 0;
    let received = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (bytes) => {
      received += bytes.length;
      if (received < answer.length) return;
      received = 0;
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < until) send();
      else socket.destroy();
    });
  });
}

async function start(words) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, port: Number(String(line)) };
}

async function startHaproxy(path, folder, targetPort) {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults\n  mode tcp\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n` +
      `listen bench\n  bind 127.0.0.1:${port}\n  server target 127.0.0.1:${targetPort}\n`,
  );
  const child = spawn(path, ['-db', '-f', file], { stdio: 'ignore' });
  for (let tries = 0; tries < 50 && !(await reachable(port)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { child, port };
}

async function reachable(port) {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Median of the ratios round by round, which holds when the machine's speed drifts between rounds. */
function ratio(left, right) {
  return rounded(median(left.map((value, index) => value / right[index])));
}

function rounded(value) {
  return Number(value.toFixed(3));
}

/** The hops, each in a process of its own. */
const hops = {
  target() {
    return createServer({ noDelay: true }, (socket) => {
      let received = 0;
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += bytes.length;
        while (received >= request.length) {
          received -= request.length;
          socket.write(answer);
        }
      });
    });
  },
  pipe(targetPort) {
    return createServer({ noDelay: true }, (sender) => {
      const target = connect({ host: '127.0.0.1', port: Number(targetPort), noDelay: true });
      for (const socket of [sender, target]) socket.on('error', () => {});
      sender.pipe(target);
      target.pipe(sender);
      sender.on('close', () => target.destroy());
      target.on('close', () => sender.destroy());
    });
  },
};

async function runHop([name, targetPort]) {
  if (name === 'fault') {
    const { openFaultProxy } = await import('../dist/src/harness/wire/fault-proxy/fault-proxy.js');
    const { systemClock } = await import('../dist/src/harness/run/system-clock.js');
    const opened = await openFaultProxy({
      target: { host: '127.0.0.1', port: Number(targetPort), tls: null },
      clock: systemClock,
      ended: () => {},
      failed: (error) => console.error(error),
    });
    console.log(opened.port);
    return;
  }
  const server = hops[name](targetPort).listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(server.address().port);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runHop(process.argv.slice(2));
