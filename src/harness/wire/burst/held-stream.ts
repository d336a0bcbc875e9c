import { constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { answeredWith } from '../answered-with.js';
import { decodeBody } from '../decode-body.js';
import { overlongAnswer } from '../fault-proxy/read-answer-bytes.js';
import { lost } from '../loss.js';
import { longestBodyBytes } from '../read-body.js';
import type { Course } from './course.js';

/** One HTTP/2 stream that carries one request of a burst. */
export class HeldStream {
  readonly #stream: ClientHttp2Stream;
  readonly #course: Course;
  readonly #lastByte: Buffer | null;
  #status = 0;
  #headers = new Headers();
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(stream: ClientHttp2Stream, course: Course, lastByte: Buffer | null) {
    this.#stream = stream;
    this.#course = course;
    this.#lastByte = lastByte;
    course.begun = true;
    stream.on('response', (headers) => this.#openAnswer(headers));
    stream.on('data', (bytes: Buffer) => this.#read(bytes));
    stream.on('end', () => this.#finish());
    stream.on('error', (error) => this.#lose(error));
    stream.on('close', () => this.#lose(null));
    void course.ended.then(() => this.#leave());
  }

  /** Sends what comes before the last byte, and resolves once that was sent, or the course is over. */
  async hold(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const taken = new Promise<void>((resolve) => {
      this.#stream.write(bytes, () => resolve());
    });
    await Promise.race([taken, this.#course.ended]);
  }

  /** Lets the last byte go, with the end of the stream; of a request without a body that is all. */
  release(): void {
    if (this.#lastByte === null) this.#stream.end();
    else this.#stream.end(this.#lastByte);
  }

  #openAnswer(headers: IncomingHttpHeaders & { readonly ':status'?: number | undefined }): void {
    this.#course.answerBegins();
    this.#course.headCame = true;
    this.#status = headers[':status'] ?? 0;
    for (const [name, value] of Object.entries(headers)) {
      if (name.startsWith(':')) continue;
      for (const each of [value ?? []].flat()) this.#headers.append(name, each);
    }
  }

  #read(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > longestBodyBytes) this.#course.end(overlongAnswer());
  }

  /** A stream that was reset comes to an end too, with a code that says so. */
  #finish(): void {
    if (this.#stream.rstCode !== constants.NGHTTP2_NO_ERROR || !this.#course.headCame) return;
    const named = this.#headers.get('content-length');
    if (named !== null && this.#bytes > 0 && Number(named) !== this.#bytes) {
      return this.#course.break(new Error(`${this.#bytes} bytes of ${named} came`));
    }
    this.#course.end(this.#answer());
  }

  #answer() {
    const status = this.#status;
    try {
      return answeredWith(status, this.#headers, decodeBody(Buffer.concat(this.#parts), this.#headers));
    } catch (error) {
      return lost('cut', `the body of an answer ${status} cannot be decoded: ${String(error)}`);
    }
  }

  #lose(error: Error | null): void {
    // A refused stream was not looked at (RFC 9113, section 8.7).
    if (this.#stream.rstCode === constants.NGHTTP2_REFUSED_STREAM && !this.#course.headCame)
      this.#course.end(lost('refused', 'the receiver refused the stream'), 'none');
    else this.#course.break(error);
  }

  #leave(): void {
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL);
  }
}
