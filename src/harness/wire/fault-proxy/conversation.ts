import type { Socket } from 'node:net';
import { systemClock } from '../../run/system-clock.js';
import { MessageReader } from './message-reader.js';
import type { SenderSide } from './crossing.js';
import { Passage } from './passage.js';
import type { ProxyContext } from './proxy-context.js';
import { resetAfterMs, TargetLine, type LineOwner } from './target-line.js';

const cr = 0x0d;
const lf = 0x0a;
/** After the last answer was given, this long for the sender to end its side. */
const lingerMs = 5_000;

/** One connection of a sender, with the exchanges that come over it, one after another. */
export class Conversation implements SenderSide, LineOwner {
  readonly #sender: Socket;
  readonly #context: ProxyContext;
  readonly #number: number;
  readonly #readers: { readonly request: MessageReader; readonly answer: MessageReader };
  #line: TargetLine | null = null;
  #passage: Passage | null = null;
  /** What came before the exchange at present was over: pipelined requests wait their turn. */
  #waiting: Buffer | null = null;
  #linePaused = false;
  #reused = false;
  #last = false;
  #idleSinceMs: number;

  constructor(
    sender: Socket,
    context: ProxyContext,
    number: number,
    gone: (conversation: Conversation) => void,
  ) {
    this.#sender = sender;
    this.#context = context;
    this.#number = number;
    const { headBytes } = context.limits;
    this.#readers = {
      request: new MessageReader('request', headBytes),
      answer: new MessageReader('answer', headBytes),
    };
    this.#idleSinceMs = context.clock.now();
    sender.on('data', (bytes: Buffer) => this.#guarded(bytes));
    sender.on('drain', () => this.#passage?.senderDrained());
    sender.on('end', () => this.#left());
    sender.on('error', () => this.#left());
    sender.on('close', () => {
      this.#left();
      gone(this);
    });
  }

  line(): TargetLine {
    const { target, limits, lines } = this.#context;
    this.#line ??= new TargetLine(target, { connectMs: limits.connectMs, shared: true, lines }, this);
    return this.#line;
  }

  leaveLine(): void {
    this.#line?.leave();
    this.#line = null;
  }

  give(bytes: Buffer): boolean {
    return this.#sender.destroyed || this.#sender.write(bytes);
  }

  cut(bytes: Buffer | null): void {
    this.#passage = null;
    this.#last = true;
    this.leaveLine();
    if (bytes === null) {
      this.#sender.resetAndDestroy();
      return;
    }
    this.#sender.write(bytes, () => {
      systemClock.at(resetAfterMs, () => this.#sender.resetAndDestroy());
    });
  }

  finish(): void {
    this.#passage = null;
    this.#last = true;
    this.#idleSinceMs = this.#context.clock.now();
    this.leaveLine();
    this.#sender.end();
  }

  pause(): void {
    this.#linePaused = true;
    this.#sender.pause();
  }

  resume(): void {
    this.#linePaused = false;
    const waiting = this.#waiting;
    if (waiting !== null && this.#passage?.answer.raw !== true) return;
    this.#waiting = null;
    this.#sender.resume();
    if (waiting !== null) this.#take(waiting);
  }

  over(): void {
    this.#idleSinceMs = this.#passage?.entry.endedAtMs ?? this.#context.clock.now();
    this.#passage = null;
    this.#reused = true;
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    // Not within the call that ended the exchange before, which has not returned yet.
    setImmediate(() => {
      if (this.#sender.destroyed) return;
      this.#guarded(waiting);
      if (this.#waiting === null && !this.#linePaused) this.#sender.resume();
    });
  }

  answered(line: TargetLine, bytes: Buffer): void {
    if (this.#passage?.line === line) this.#passage.answered(line, bytes);
    // Words that nobody asked for, such as 408 before an end: they end the connection.
    else if (line === this.#line && this.#passage?.line !== line) this.#strayed(bytes);
  }

  drained(line: TargetLine): void {
    if (line === this.#line) this.resume();
  }

  ended(line: TargetLine, error: Error | null): void {
    if (line === this.#line) this.#line = null;
    const passage = this.#passage;
    if (passage?.line === line) passage.ended(line, error);
    else if (passage === null && !this.#last) this.finish();
  }

  /** Ends what has taken too long. */
  look(nowMs: number): void {
    const passage = this.#passage;
    if (passage !== null) passage.look(nowMs);
    else if (nowMs - this.#idleSinceMs > (this.#last ? lingerMs : this.#context.limits.idleMs)) {
      this.#sender.destroy();
    }
  }

  /** Closes a connection that carries no exchange. */
  closeIdle(): void {
    if (this.#passage === null) this.finish();
  }

  close(): void {
    this.#passage?.end('proxy-closed');
    this.#passage = null;
    this.leaveLine();
    this.#sender.destroy();
  }

  #guarded(bytes: Buffer): void {
    try {
      this.#take(bytes);
    } catch (error) {
      this.#context.failed(error);
      this.close();
    }
  }

  #take(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#last && !this.#sender.destroyed) {
      let passage = this.#passage;
      if (passage === null) {
        while (at < bytes.length && (bytes[at] === cr || bytes[at] === lf)) at += 1;
        if (at === bytes.length) return;
        passage = this.#begin();
      }
      if (passage.answer.raw) {
        passage.request.tunnel(at === 0 ? bytes : bytes.subarray(at));
        return;
      }
      if (passage.request.done) {
        this.#waiting = at === 0 ? bytes : bytes.subarray(at);
        this.#sender.pause();
        return;
      }
      at = passage.request.take(bytes, at);
    }
  }

  #begin(): Passage {
    this.#readers.request.next();
    this.#readers.answer.next();
    const passage = new Passage(this, this.#context, this.#readers, {
      number: this.#number,
      reused: this.#reused,
    });
    this.#passage = passage;
    return passage;
  }

  #strayed(bytes: Buffer): void {
    if (this.#passage !== null) return;
    this.give(bytes);
    this.finish();
  }

  #left(): void {
    this.#passage?.senderLeft();
    this.#passage = null;
    this.#waiting = null;
    this.leaveLine();
    this.#sender.destroy();
  }
}
