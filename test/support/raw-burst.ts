import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type {
  Answer,
  Burst,
  BurstExchanged,
  BurstRequest,
  Header,
  HttpRequest,
} from '../../src/harness/model/exchange.js';

/** A burst as plainly as it can be had, for scenarios that need one: bytes on sockets, and no fault tolerated. */
export const rawBurst: Burst = {
  exchange: async (requests, { timeoutMs }) => {
    const prepared = [];
    for (const each of requests) prepared.push(await prepare(each, timeoutMs));
    await after(20);
    const firstMs = performance.now();
    return Promise.all(prepared.map(async (each) => each.release(firstMs)));
  },
};

async function prepare({ request }: BurstRequest, timeoutMs: number) {
  const { hostname: host, port } = new URL(request.url);
  const socket = net.connect({ host, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const bytes = Buffer.from(bytesOf(request));
  await new Promise((resolve) => socket.write(bytes.subarray(0, -1), resolve));
  const release = async (firstMs: number): Promise<BurstExchanged> => {
    const releasedMs = performance.now() - firstMs;
    socket.write(bytes.subarray(-1));
    const { text, answeredMs } = await readAll(socket, firstMs, timeoutMs);
    const ms = performance.now() - firstMs;
    return {
      answer: answerOf(text),
      delivered: 'whole',
      applied: [],
      hidden: [],
      ms,
      releasedMs,
      answeredMs,
    };
  };
  return { release };
}

function bytesOf({ method, url, headers, body }: HttpRequest): string {
  const { pathname, search, host } = new URL(url);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const length = Buffer.byteLength(body ?? '');
  return [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    `Content-Length: ${length}`,
    ...lines,
    '',
    body ?? '',
  ].join('\r\n');
}

async function readAll(socket: net.Socket, firstMs: number, timeoutMs: number) {
  let text = '';
  let answeredMs: number | null = null;
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => undefined).setEncoding('utf8');
  socket.on('data', (chunk) => {
    answeredMs ??= performance.now() - firstMs;
    text += String(chunk);
  });
  await once(socket, 'close');
  return { text, answeredMs };
}

function answerOf(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
  if (status === 0) return { kind: 'lost', how: 'reset', detail: 'the connection ended without an answer' };
  const headers = lines.map((each): Header => {
    const at = each.indexOf(':');
    return [each.slice(0, at), each.slice(at + 1).trim()];
  });
  return { kind: 'answered', status, headers, body };
}
