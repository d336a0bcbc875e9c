import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { systemClock } from '../../run/system-clock.js';
import type { ForwardProxy } from '../forward-proxies.js';
import { nameOf, Tunnel } from '../tunnel.js';

/** Where the target listens. */
export interface TargetAddress {
  readonly host: string;
  readonly port: number;
  /** Null for plain HTTP; a certificate authority, as PEM, beside those that Node knows. */
  readonly tls: { readonly ca: string | undefined } | null;
  /** The proxy on the way there; none where left out. */
  readonly via?: ForwardProxy | null;
}

/** Who is told of what a line brings. */
export interface LineOwner {
  answered(line: TargetLine, bytes: Buffer): void;
  drained(line: TargetLine): void;
  /** It has ended; null for an orderly end. Told once. */
  ended(line: TargetLine, error: Error | null): void;
}

/** Reading into one buffer, and copying what came, costs half of what a new one for each read does. */
const readInto = Buffer.allocUnsafeSlow(65_536);
const nothing = Buffer.alloc(0);
/** A reset throws away what the system has not sent yet, and overtakes what its reader has not taken yet. */
export const resetAfterMs = 10;

/** One connection to the target. */
export class TargetLine {
  readonly #socket: Socket | Tunnel;
  /** The TCP connection below TLS, which alone can be reset. */
  readonly #raw: Socket | Tunnel;
  /** Whether what comes is read into the one buffer. */
  readonly #readsInPlace: boolean;
  /** Whether it serves more exchanges than one. */
  readonly shared: boolean;
  /** Whether the connection stands, and TLS with it. */
  ready = false;
  #over = false;
  #disarm: (() => void) | null = null;

  constructor(
    target: TargetAddress,
    about: { readonly connectMs: number; readonly shared: boolean; readonly lines: Set<TargetLine> },
    owner: LineOwner,
  ) {
    const { connectMs, lines } = about;
    this.shared = about.shared;
    const { host, port, tls, via = null } = target;
    this.#readsInPlace = tls === null && via === null;
    const onread = {
      buffer: readInto,
      callback: (length: number): boolean => {
        if (this.#over) return true;
        const bytes = Buffer.allocUnsafe(length);
        readInto.copy(bytes, 0, 0, length);
        owner.answered(this, bytes);
        return true;
      },
    };
    this.#raw =
      via === null
        ? connect({ host, port, noDelay: true, ...(tls === null ? { onread } : {}) })
        : new Tunnel(via, { host, port });
    this.#socket =
      tls === null
        ? this.#raw
        : connectSecurely({
            socket: this.#raw,
            ALPNProtocols: ['http/1.1'],
            ...nameOf(host),
            ...(tls.ca === undefined ? {} : { ca: tls.ca }),
            host,
          });
    this.#listen(owner, connectMs);
    lines.add(this);
    this.#raw.once('close', () => lines.delete(this));
  }

  #listen(owner: LineOwner, connectMs: number): void {
    const socket = this.#socket;
    const end = (error: Error | null): void => {
      if (this.#over) return;
      this.#over = true;
      socket.destroy();
      this.#raw.destroy();
      owner.ended(this, error);
    };
    socket.setTimeout(connectMs, () => {
      end(
        Object.assign(new Error(`no connection within ${connectMs} ms`), { code: 'UND_ERR_CONNECT_TIMEOUT' }),
      );
    });
    socket.once(socket === this.#raw ? 'connect' : 'secureConnect', () => {
      this.ready = true;
      socket.setTimeout(0);
    });
    if (!this.#readsInPlace) {
      socket.on('data', (bytes: Buffer) => {
        if (!this.#over) owner.answered(this, bytes);
      });
    }
    socket.on('drain', () => owner.drained(this));
    socket.on('end', () => end(null));
    socket.on('error', end);
    socket.on('close', () => end(null));
    if (socket !== this.#raw) this.#raw.on('error', end);
  }

  /** Sends bytes on; false when the target takes them more slowly than they come. */
  write(bytes: Buffer): boolean {
    return this.#socket.write(bytes);
  }

  /** Whether all that was written was handed to the system, which takes most writes at once. */
  get flushed(): boolean {
    return (
      this.ready && this.#raw === this.#socket && this.#socket.writableLength === 0 && !this.#socket.errored
    );
  }

  /** Calls back once all that was written was handed to the system; never if it cannot be. */
  onceFlushed(then: () => void): void {
    this.#socket.write(nothing, (error) => {
      if (!error) then();
    });
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection with an RST; `waits` until what was sent has had time to leave. Its owner is told no more but that it is done. */
  reset(waits = true, done: () => void = () => undefined): void {
    this.#over = true;
    this.#disarm ??= systemClock.at(waits && this.#raw.bytesWritten > 0 ? resetAfterMs : 0, () => {
      if (this.#raw.connecting) this.#raw.destroy();
      else this.#raw.resetAndDestroy();
      this.#socket.destroy();
      done();
    });
  }

  /** Ends the connection as a sender does that goes away, unless a reset is due; its owner is told no more. */
  leave(): void {
    if (this.#disarm === null) this.close();
  }

  /** Ends the connection at once. */
  close(): void {
    this.#over = true;
    this.#disarm?.();
    this.#socket.destroy();
    this.#raw.destroy();
  }
}
