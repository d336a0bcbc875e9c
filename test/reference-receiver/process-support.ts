import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { startReceiver } from '../../src/harness/control/child-receiver.js';
import type { ChildReceiver } from '../../src/harness/control/child-receiver.js';
import { builtReceiver } from '../support/built-receiver.js';

/** What a receiver in a process of its own is started with. */
export interface Started {
  readonly flaw?: string;
  readonly leaseMs?: number;
  readonly retentionMs?: number;
}

/** A caller of a receiver that runs as a process, by real sockets. */
export interface ProcessCaller {
  readonly child: ChildReceiver;
  create(key: string, payload: object): Promise<Created>;
  /** Opens a connection, sends all of a create but its last byte, and waits until that is on its way. */
  prepare(key: string, payload: object): Promise<Prepared>;
  records(reference: string): Promise<number>;
  control(name: string, asked: object): Promise<void>;
}

/** What came back for a create; status 0 where the connection broke. */
export interface Created {
  readonly status: number;
  readonly id: string | null;
  readonly replayed: boolean;
}

/** A create of which only the last byte is missing. */
export interface Prepared {
  readonly socket: net.Socket;
  /** Sends the last byte. */
  release(): void;
  /** The answer, once the connection has ended. */
  readonly answer: Promise<Created>;
}

const headers = { authorization: 'Bearer harbor-token', 'content-type': 'application/json' };

/** Starts the receiver through the kit's own process control, with its data in a folder. */
export async function startProcess(folder: string, started: Started = {}): Promise<ProcessCaller> {
  const { flaw, leaseMs = 1000, retentionMs = 600_000 } = started;
  const child = await startReceiver(
    {
      command: (port) => [
        process.execPath,
        builtReceiver(),
        '--port',
        String(port),
        '--data',
        join(folder, 'crm.sqlite'),
        '--controls',
        '--lease-ms',
        String(leaseMs),
        '--retention-ms',
        String(retentionMs),
        ...(flaw === undefined ? [] : ['--flaw', flaw]),
      ],
      readyPath: '/healthz',
      stop: 'SIGTERM',
      env: {},
    },
    { folder, signal: new AbortController().signal },
  );
  return {
    child,
    create: (key, payload) => create(child.url, key, payload),
    prepare: (key, payload) => prepare(child.port, key, payload),
    records: async (reference) => {
      const answer = await fetch(`${child.url}/v1/tasks?reference=${reference}&limit=100`, { headers });
      return ((await answer.json()) as { data: unknown[] }).data.length;
    },
    control: async (name, asked) => {
      const body = JSON.stringify(asked);
      const answer = await fetch(`${child.url}/__test/${name}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The control ${name} was answered ${answer.status}.`);
    },
  };
}

async function create(url: string, key: string, payload: object): Promise<Created> {
  const answer = await fetch(`${url}/v1/tasks`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(payload),
  }).catch(() => undefined);
  return answer === undefined ? lost : createdOf(answer.status, await answer.text(), answer.headers);
}

const lost: Created = { status: 0, id: null, replayed: false };

/** A create as it goes over the wire: its head, and its body. */
export function createBytes(key: string, payload: object): { readonly head: string; readonly body: string } {
  const body = JSON.stringify(payload);
  const lines = [
    'POST /v1/tasks HTTP/1.1',
    'Host: crm.test',
    'Connection: close',
    `Authorization: ${headers.authorization}`,
    `Content-Type: ${headers['content-type']}`,
    `Idempotency-Key: ${key}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body };
}

async function prepare(port: number, key: string, payload: object): Promise<Prepared> {
  const { head, body } = createBytes(key, payload);
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  const answer = answerOver(socket);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(head + body.slice(0, -1), resolve));
  return { socket, release: () => void socket.write(body.slice(-1)), answer };
}

async function answerOver(socket: net.Socket): Promise<Created> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  const replayed = /^idempotent-replayed: true/im.test(head);
  return createdOf(status, body, new Headers(replayed ? { 'idempotent-replayed': 'true' } : {}));
}

function createdOf(status: number, body: string, answered: Headers): Created {
  const read = /"id":"([^"]+)"/.exec(body)?.[1] ?? null;
  return { status, id: read, replayed: answered.get('idempotent-replayed') === 'true' };
}
