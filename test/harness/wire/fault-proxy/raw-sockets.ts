import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { WireEffect } from '../../../../src/harness/model/exchange.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { openFaultProxy, type FaultProxy } from '../../../../src/harness/wire/fault-proxy/fault-proxy.js';
import type { JournalEntry } from '../../../../src/harness/wire/fault-proxy/journal-entry.js';
import type { ProxyLimits } from '../../../../src/harness/wire/fault-proxy/limits.js';

/** How a socket came to its end. */
export type SocketEnd = 'end' | 'reset' | 'open';

/** One connection as its reader saw it. */
export interface Heard {
  text: string;
  end: SocketEnd;
}

/** A target that keeps every byte, in the order of its connections. */
export interface RawTarget {
  readonly port: number;
  readonly heard: readonly Heard[];
  close(): Promise<void>;
}

/** Opens a target that calls back for each piece of bytes, with all that this connection has sent. */
export async function openRawTarget(answer: (socket: Socket, heard: Heard) => void): Promise<RawTarget> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const one = listen(socket);
    heard.push(one);
    socket.on('data', () => answer(socket, one));
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens a sender's connection. */
export async function openRawSender(port: number): Promise<{ socket: Socket; heard: Heard }> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const heard = listen(socket);
  await once(socket, 'connect');
  return { socket, heard };
}

function listen(socket: Socket): Heard {
  const heard: Heard = { text: '', end: 'open' };
  socket.on('data', (bytes: Buffer) => {
    heard.text += bytes.toString('latin1');
  });
  socket.on('end', () => {
    heard.end = 'end';
  });
  socket.on('error', () => {
    heard.end = 'reset';
  });
  return heard;
}

/** A proxy with the entries of its exchanges, and whatever it did wrong. */
export interface ProxyOnTrial {
  readonly proxy: FaultProxy;
  readonly entries: JournalEntry[];
  readonly faults: unknown[];
}

/** Opens a proxy before a port of this machine. */
export async function openProxyBefore(
  port: number,
  armed: Readonly<Record<number, readonly WireEffect[]>> = {},
  limits: Partial<ProxyLimits> = {},
): Promise<ProxyOnTrial> {
  const entries: JournalEntry[] = [];
  const faults: unknown[] = [];
  const proxy = await openFaultProxy({
    target: { host: '127.0.0.1', port, tls: null },
    clock: systemClock,
    limits,
    ended: (entry) => entries.push(entry),
    failed: (error) => faults.push(error),
  });
  for (const [ordinal, effects] of Object.entries(armed)) proxy.arm(Number(ordinal), effects);
  return { proxy, entries, faults };
}

/** A small create, as text. */
export function post(body: string, more = ''): string {
  return `POST /tasks HTTP/1.1\r\nHost: t\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Its answer, as text. */
export function created(body: string): string {
  return `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
