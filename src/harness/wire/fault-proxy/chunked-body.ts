import { BadMessage } from './bad-message.js';

/** Digits of a chunk's size: twelve keep the number exact, and are more than anybody sends. */
const mostSizeDigits = 12;
/** Bytes of one chunk's extensions. */
const mostExtensionBytes = 4_096;

type Place =
  | 'size'
  | 'extension'
  | 'size-end'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'line'
  | 'trailer'
  | 'trailer-end'
  | 'end';

const cr = 0x0d;
const lf = 0x0a;

/** Finds the end of a chunked body (RFC 9112, section 7.1), however the bytes are split. */
export class ChunkedBody {
  readonly #mostTrailerBytes: number;
  #place: Place = 'size';
  #size = 0;
  #digits = 0;
  #left = 0;
  #overhead = 0;

  constructor(mostTrailerBytes: number) {
    this.#mostTrailerBytes = mostTrailerBytes;
  }

  get done(): boolean {
    return this.#place === 'end';
  }

  /**
   * Reads on and returns the index behind the last byte that belongs to the body; `onData` gets the data within
   * the chunks. Throws BadMessage.
   */
  read(bytes: Buffer, from: number, onData?: (data: Buffer) => void): number {
    let at = from;
    while (at < bytes.length && this.#place !== 'end') {
      if (this.#place === 'data') {
        const end = Math.min(bytes.length, at + this.#left);
        onData?.(bytes.subarray(at, end));
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#place = 'data-cr';
      } else {
        this.#step(bytes[at] ?? 0);
        at += 1;
      }
    }
    return at;
  }

  #step(byte: number): void {
    switch (this.#place) {
      case 'size':
        this.#sizeByte(byte);
        break;
      case 'extension':
        this.#extensionByte(byte);
        break;
      case 'size-end':
        this.#must(byte === lf, 'the line of a chunk size does not end with CR LF');
        this.#afterSize();
        break;
      case 'data-cr':
        this.#must(byte === cr, 'a chunk is longer than its size');
        this.#place = 'data-lf';
        break;
      case 'data-lf':
        this.#must(byte === lf, 'a chunk does not end with CR LF');
        this.#place = 'size';
        break;
      case 'line':
      case 'trailer':
        this.#trailerByte(byte);
        break;
      case 'trailer-end':
        this.#must(byte === lf, 'a trailer line does not end with CR LF');
        this.#place = this.#digits === 0 ? 'end' : 'line';
        this.#digits = 0;
        break;
      case 'data':
      case 'end':
        break;
    }
  }

  #sizeByte(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#digits += 1;
      this.#must(this.#digits <= mostSizeDigits, `a chunk size has more than ${mostSizeDigits} digits`);
      this.#size = this.#size * 16 + digit;
      return;
    }
    this.#must(this.#digits > 0, 'a chunk size is not a hexadecimal number');
    if (byte === cr) this.#place = 'size-end';
    else {
      this.#must(byte === 0x3b || byte === 0x20 || byte === 0x09, 'a chunk size is not a hexadecimal number');
      this.#place = 'extension';
    }
  }

  #extensionByte(byte: number): void {
    this.#overhead += 1;
    this.#must(
      this.#overhead <= mostExtensionBytes,
      `a chunk has more than ${mostExtensionBytes} of extensions`,
    );
    this.#must(byte !== lf && byte !== 0, 'the line of a chunk size does not end with CR LF');
    if (byte === cr) this.#place = 'size-end';
  }

  #afterSize(): void {
    this.#left = this.#size;
    this.#place = this.#size === 0 ? 'line' : 'data';
    this.#size = 0;
    this.#digits = 0;
    this.#overhead = 0;
  }

  /** Of trailer lines, `digits` counts the bytes of the present one and `overhead` those of all. */
  #trailerByte(byte: number): void {
    this.#overhead += 1;
    this.#must(
      this.#overhead <= this.#mostTrailerBytes,
      `its trailer has more than ${this.#mostTrailerBytes} bytes`,
    );
    this.#must(byte !== lf && byte !== 0, 'a trailer line does not end with CR LF');
    if (byte === cr) {
      this.#place = 'trailer-end';
      return;
    }
    this.#digits += 1;
    this.#place = 'trailer';
  }

  #must(holds: boolean, why: string): void {
    if (!holds) throw new BadMessage(why, { ambiguous: true });
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
