import type { Duplex } from 'node:stream';
import { BadMessage } from '../fault-proxy/bad-message.js';
import { lost } from '../loss.js';
import { AnswerReader, type ReadAnswer } from './answer-reader.js';
import type { Connected } from './connect-socket.js';
import type { Course } from './course.js';

const nothing = Buffer.alloc(0);

/** One HTTP/1.1 connection that carries one request of a burst at a time, and is kept for the next round. */
export class Line {
  readonly #socket: Duplex;
  /** How long it took to connect, in milliseconds. */
  readonly tookMs: number;
  readonly #idle: (line: Line) => void;
  #course: Course | null = null;
  #reader: AnswerReader | null = null;
  #wakingByte: Buffer = nothing;
  #lastByte: Buffer = nothing;
  #reusable = false;
  /** Whether the connection is gone, or of no use any more. */
  gone = false;
  /** Resolves when nothing of it is left. */
  readonly closed: Promise<void>;

  /** `idle` is told when another request may follow. */
  constructor({ socket, tookMs }: Connected, idle: (line: Line) => void) {
    this.#socket = socket;
    this.tookMs = tookMs;
    this.#idle = idle;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('end', () => this.#lose(null));
    socket.on('error', (error) => this.#lose(error));
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#lose(null);
        resolve();
      });
    });
  }

  /** Sends a request but for its last two bytes, and resolves once the system has taken that, or the course is over. */
  async hold(bytes: Buffer, method: string, course: Course): Promise<void> {
    this.#course = course;
    this.#reader = new AnswerReader(method);
    this.#wakingByte = bytes.subarray(-2, -1);
    this.#lastByte = bytes.subarray(-1);
    this.#reusable = false;
    course.begun = true;
    void course.ended.then(() => this.#leave());
    const taken = new Promise<void>((resolve) => {
      this.#socket.write(bytes.subarray(0, -2), () => resolve());
    });
    await Promise.race([taken, course.ended]);
  }

  /** Lets the byte before the last one go. */
  wake(): void {
    this.#socket.write(this.#wakingByte);
  }

  /** Lets the last byte of the request go. */
  release(): void {
    this.#socket.write(this.#lastByte);
  }

  close(): void {
    this.gone = true;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    // Nobody has asked for it, so nobody knows what the next answer would be.
    if (this.#course === null || this.#reader === null) return this.close();
    this.#course.answerBegins();
    try {
      this.#take(this.#reader, this.#reader.read(bytes));
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.#course.headCame = this.#reader.status !== null;
      this.#course.end(lost('cut', `what came is no HTTP: ${error.message}`));
    }
  }

  #take(reader: AnswerReader, read: ReadAnswer | null): void {
    if (this.#course === null) return;
    this.#course.headCame = reader.status !== null;
    if (read === null) return;
    this.#reusable = read.reusable && this.#course.releasedMs !== null;
    this.#course.end(read.answer);
  }

  #lose(error: Error | null): void {
    this.gone = true;
    this.#socket.destroy();
    if (error === null && this.#reader !== null) this.#take(this.#reader, this.#reader.end());
    this.#course?.break(error);
  }

  #leave(): void {
    this.#course = null;
    this.#reader = null;
    if (this.#reusable && !this.gone) this.#idle(this);
    else this.close();
  }
}
