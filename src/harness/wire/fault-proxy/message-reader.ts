import { BadMessage } from './bad-message.js';
import { ChunkedBody } from './chunked-body.js';
import { readAnswerHead, readRequestHead, type Head } from './head.js';

const lf = 0x0a;
const cr = 0x0d;
const headEnd = '\r\n\r\n';
const firstBytes = 1_024;

/** Tells where the messages of one direction begin and end, however their bytes are split; copies only split heads. */
export class MessageReader {
  readonly #side: 'request' | 'answer';
  readonly #mostHeadBytes: number;
  #method = '';
  #head: Head | null = null;
  #early: Buffer | null = null;
  #chunks: ChunkedBody | null = null;
  #left = 0;
  /** Bytes of the head so far. */
  headBytes = 0;
  /** Bytes of the body so far, as they are on the wire. */
  bodyBytes = 0;
  /** Whether the message is at its end. */
  done = false;

  constructor(side: 'request' | 'answer', mostHeadBytes: number) {
    this.#side = side;
    this.#mostHeadBytes = mostHeadBytes;
  }

  /** The head, once it is whole. */
  get head(): Head | null {
    return this.#head;
  }

  /** Makes ready for the next message; an answer is read by the method that it is an answer to. */
  next(method = ''): void {
    this.#method = method;
    this.#head = null;
    this.#early = null;
    this.#chunks = null;
    this.#left = 0;
    this.headBytes = 0;
    this.bodyBytes = 0;
    this.done = false;
  }

  /** Reads on and returns the index behind the last byte that belongs to this message; throws BadMessage. */
  read(bytes: Buffer, from: number): number {
    if (this.done) return from;
    if (this.#head !== null) return this.#readBody(bytes, from);
    const end = this.#readHead(bytes, from);
    return this.#head === null || this.done || end === bytes.length ? end : this.#readBody(bytes, end);
  }

  /** The connection has ended; true if that is where this message ends too. */
  end(): boolean {
    if (this.#head?.framing === 'close' || this.#head?.framing === 'tunnel') this.done = true;
    return this.done;
  }

  #readHead(bytes: Buffer, from: number): number {
    if (this.#early !== null) return this.#readSplitHead(this.#early, bytes, from);
    const head = this.#headIn(bytes, from);
    if (head === null) return this.#keep(Buffer.allocUnsafe(firstBytes), bytes, from, bytes.length);
    this.headBytes = head.bytes;
    this.#open(head);
    return from + head.bytes;
  }

  #readSplitHead(early: Buffer, bytes: Buffer, from: number): number {
    // The empty line may have begun in what came before.
    const before = this.headBytes;
    const overlap = Math.min(before, headEnd.length - 1);
    const seam = Buffer.concat([
      early.subarray(before - overlap, before),
      bytes.subarray(from, from + headEnd.length - 1),
    ]);
    const end =
      endBehind(seam.indexOf(headEnd, 0, 'latin1'), from - overlap) ??
      endBehind(bytes.indexOf(headEnd, from, 'latin1'), 0);
    this.#keep(early, bytes, from, end ?? bytes.length);
    if (end === null) return bytes.length;
    const whole = this.#early ?? early;
    this.#early = null;
    const head = this.#headIn(whole.subarray(0, this.headBytes), 0);
    if (head === null) throw new BadMessage('its head has an empty line within');
    this.#open(head);
    return end;
  }

  #keep(early: Buffer, bytes: Buffer, from: number, end: number): number {
    const before = this.headBytes;
    this.headBytes += end - from;
    this.#refuseLongHead();
    let room = early;
    if (room.length < this.headBytes) {
      room = Buffer.allocUnsafe(Math.max(this.headBytes, early.length * 2));
      early.copy(room, 0, 0, before);
    }
    bytes.copy(room, before, from, end);
    this.#early = room;
    this.#refuseBareLineFeed(room, before);
    return end;
  }

  /** Else one would wait for the end of a head whose writer thinks it has ended. */
  #refuseBareLineFeed(head: Buffer, from: number): void {
    for (let at = head.indexOf(lf, from); at >= 0 && at < this.headBytes; at = head.indexOf(lf, at + 1)) {
      if (at === 0 || head[at - 1] !== cr) throw new BadMessage('a line of its head ends without CR');
    }
  }

  #refuseLongHead(): void {
    if (this.headBytes <= this.#mostHeadBytes) return;
    throw new BadMessage(`its head has more than ${this.#mostHeadBytes} bytes`, { refusal: 431 });
  }

  #headIn(bytes: Buffer, from: number): Head | null {
    return this.#side === 'request'
      ? readRequestHead(bytes, from)
      : readAnswerHead(bytes, from, this.#method);
  }

  #open(head: Head): void {
    this.#refuseLongHead();
    this.#head = head;
    this.#left = head.length;
    if (head.framing === 'none') this.done = true;
    else if (head.framing === 'chunked') this.#chunks = new ChunkedBody(this.#mostHeadBytes);
  }

  #readBody(bytes: Buffer, from: number): number {
    const end = this.#bodyEnd(bytes, from);
    this.bodyBytes += end - from;
    return end;
  }

  #bodyEnd(bytes: Buffer, from: number): number {
    if (this.#chunks !== null) {
      const end = this.#chunks.read(bytes, from);
      this.done = this.#chunks.done;
      return end;
    }
    if (this.#head?.framing !== 'length') return bytes.length;
    const end = Math.min(bytes.length, from + this.#left);
    this.#left -= end - from;
    this.done = this.#left === 0;
    return end;
  }
}

function endBehind(found: number, offset: number): number | null {
  return found < 0 ? null : found + offset + headEnd.length;
}
