import type { Answer } from '../../model/exchange.js';
import { standardLimits } from '../fault-proxy/limits.js';
import { MessageReader } from '../fault-proxy/message-reader.js';
import { overlongAnswer, readAnswerBytes } from '../fault-proxy/read-answer-bytes.js';
import { longestBodyBytes } from '../read-body.js';

/** An answer and what it leaves of its connection. */
export interface ReadAnswer {
  readonly answer: Answer;
  /** Whether another request may follow on the same connection. */
  readonly reusable: boolean;
}

/** The place of the minor version in a first line: HTTP/1.x. */
const minorVersionAt = 7;

/** Reads one answer, however its bytes are split; what comes before it with a status of 1xx is passed over. */
export class AnswerReader {
  readonly #method: string;
  readonly #reader = new MessageReader('answer', standardLimits.headBytes);
  #parts: Buffer[] = [];

  constructor(method: string) {
    this.#method = method;
    this.#reader.next(method);
  }

  /** The status of the answer, once its head is whole. */
  get status(): number | null {
    const status = this.#reader.head?.status ?? null;
    return status !== null && isInterim(status) ? null : status;
  }

  /** Reads on; null while the answer is not whole. Throws BadMessage. */
  read(bytes: Buffer): ReadAnswer | null {
    for (let at = 0; at < bytes.length;) {
      const end = this.#reader.read(bytes, at);
      this.#parts.push(bytes.subarray(at, end));
      at = end;
      if (this.#reader.bodyBytes > longestBodyBytes) return { answer: overlongAnswer(), reusable: false };
      const head = this.#reader.head;
      if (head?.framing === 'tunnel') return this.#whole(false);
      if (!this.#reader.done) continue;
      if (head === null || !isInterim(head.status)) return this.#whole(at === bytes.length);
      this.#parts = [];
      this.#reader.next(this.#method);
    }
    return null;
  }

  /** The connection has ended; the answer, if that is where it ends too. */
  end(): ReadAnswer | null {
    return this.#reader.end() ? this.#whole(false) : null;
  }

  #whole(atEnd: boolean): ReadAnswer {
    const bytes = Buffer.concat(this.#parts);
    const answer = readAnswerBytes(bytes, this.#method);
    return { answer, reusable: atEnd && bytes[minorVersionAt] !== 0x30 && !saysClose(answer) };
  }
}

function isInterim(status: number): boolean {
  return status < 200 && status !== 101;
}

function saysClose(answer: Answer): boolean {
  if (answer.kind === 'lost') return true;
  return answer.headers.some(
    ([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value),
  );
}
