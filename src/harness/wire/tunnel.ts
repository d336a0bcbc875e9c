import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import type { ForwardProxy } from './forward-proxies.js';

const longestHead = 16_384;
const endOfHead = '\r\n\r\n';

/** What an answer of a proxy says that would not let a connection through; nothing of a request was sent then. */
export const proxyRefusedCode = 'ERR_PROXY_REFUSED';

/**
 * A connection to a target through a proxy (CONNECT, RFC 9110, section 9.3.6). It behaves as the socket of a direct
 * connection does: `connect` is emitted once it stands, and what is written before that waits.
 */
export class Tunnel extends Duplex {
  /** The TCP connection to the proxy, which alone can be reset. */
  readonly #raw: Socket;
  readonly #inner: Socket;
  readonly #via: ForwardProxy;
  readonly #target: string;
  #head = Buffer.alloc(0);
  #stands = false;
  #sent = 0;
  /** The one write that may have come before the tunnel stood. */
  #waiting: (() => void) | null = null;

  constructor(via: ForwardProxy, { host, port }: { readonly host: string; readonly port: number }) {
    super({ allowHalfOpen: false });
    this.#via = via;
    this.#target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.#raw = connect({ host: via.host, port: via.port, noDelay: true });
    this.#inner = via.secure ? connectSecurely({ socket: this.#raw, ...nameOf(via.host) }) : this.#raw;
    this.#inner.once(via.secure ? 'secureConnect' : 'connect', () => this.#ask());
    this.#inner.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#inner.on('end', () => this.#ended());
    for (const each of new Set([this.#raw, this.#inner])) {
      each.on('error', (error: Error) => this.destroy(this.#inWords(error)));
      each.on('close', () => this.#ended());
    }
  }

  /** Whether it does not stand yet. */
  get connecting(): boolean {
    return !this.#stands;
  }

  /** Bytes that went on to the target. */
  get bytesWritten(): number {
    return this.#sent;
  }

  /** Calls back once nothing has come or gone for so many milliseconds; 0 takes it back. */
  setTimeout(ms: number, callback?: () => void): this {
    this.#raw.setTimeout(ms, callback);
    return this;
  }

  /** Ends it with an RST, which a proxy may pass on or not. */
  resetAndDestroy(): this {
    this.#raw.resetAndDestroy();
    return this.destroy();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const send = (): void => {
      this.#sent += bytes.length;
      this.#inner.write(bytes, (error) => done(error ?? null));
    };
    if (this.#stands) send();
    else this.#waiting = send;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(() => done());
  }

  override _read(): void {
    this.#inner.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#inner.destroy();
    this.#raw.destroy();
    done(error);
  }

  #ask(): void {
    const { authorization } = this.#via;
    const lines = [
      `CONNECT ${this.#target} HTTP/1.1`,
      `Host: ${this.#target}`,
      ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
    ];
    this.#inner.write(`${lines.join('\r\n')}${endOfHead}`);
  }

  #take(bytes: Buffer): void {
    if (this.#stands) {
      if (!this.push(bytes)) this.#inner.pause();
      return;
    }
    this.#head = Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(endOfHead);
    if (end < 0) {
      if (this.#head.length > longestHead) this.#refuse('what it answered is no HTTP');
      return;
    }
    const [, status = ''] = /^HTTP\/1\.[01] (\d{3})/.exec(this.#head.toString('latin1', 0, end)) ?? [];
    if (!status.startsWith('2'))
      return this.#refuse(status === '' ? 'what it answered is no HTTP' : `answered ${status}`);
    const rest = this.#head.subarray(end + endOfHead.length);
    this.#stands = true;
    this.#waiting?.();
    this.#waiting = null;
    this.emit('connect');
    if (rest.length > 0) this.#take(rest);
  }

  #ended(): void {
    if (this.#stands) this.push(null);
    else this.#refuse('it closed the connection');
  }

  #refuse(why: string): void {
    const message = `the proxy ${this.#name()} did not connect to ${this.#target}: ${why}`;
    this.destroy(Object.assign(new Error(message), { code: proxyRefusedCode }));
  }

  #inWords(error: Error): Error {
    if (this.#stands) return error;
    const code = 'code' in error ? error.code : proxyRefusedCode;
    const message = `the proxy ${this.#name()} cannot be reached: ${error.message}`;
    return Object.assign(new Error(message, { cause: error }), { code });
  }

  #name(): string {
    return `${this.#via.host}:${this.#via.port}`;
  }
}

/** A name is looked for in a certificate; an address is not one. */
export function nameOf(host: string): { readonly servername?: string } {
  return /^[\d.]+$|:/.test(host) ? {} : { servername: host };
}
