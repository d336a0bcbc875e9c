import type { WireEffectKind } from '../../model/exchange.js';
import type { Answered } from '../gateway-answer.js';
import { answerBytes } from './answer-bytes.js';
import { BadMessage } from './bad-message.js';
import type { Crossing } from './crossing.js';
import type { Head } from './head.js';
import { Store } from './held-bytes.js';
import { journalPath } from './journal-entry.js';
import type { MessageReader } from './message-reader.js';
import { planRequest, type RequestPlan } from './plan-request.js';
import type { TargetLine } from './target-line.js';
import { requestCourse, type CoursePassage, type RequestCourse } from './request-course.js';
import type { HeldRequest } from './held-requests.js';

const continueBytes = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n', 'latin1');

/** The request of one exchange, on its way from the sender to the target. */
export class RequestPart implements CoursePassage {
  readonly #passage: Crossing;
  readonly #reader: MessageReader;
  /** Whether the head must be whole before a byte goes on, since effects may be meant for this exchange. */
  readonly #waits: boolean;
  #known = false;
  #early: Buffer[] | null = null;
  #course: RequestCourse | null = null;
  /** The request as it was sent, for a second copy. */
  #copy: Store | null = null;
  #store: Store | null = null;
  #heldRequest: HeldRequest | null = null;
  #unflushed = 0;
  #allSent = false;
  #whenFlushed: (() => void) | null = null;

  constructor(passage: Crossing, reader: MessageReader, waits: boolean) {
    this.#passage = passage;
    this.#reader = reader;
    this.#waits = waits;
  }

  get done(): boolean {
    return this.#reader.done;
  }

  /** Whether the request is whole, and waits for later ones. */
  get held(): boolean {
    return this.#heldRequest !== null;
  }

  /** The request as it was sent, where a second copy is to follow. */
  get copy(): Buffer | null {
    return this.#copy === null || this.#copy.full ? null : this.#copy.whole();
  }

  /** Takes what belongs to this request, and returns the index behind it. */
  take(bytes: Buffer, from: number): number {
    let end: number;
    try {
      end = this.#reader.read(bytes, from);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.#refuse(error);
      return bytes.length;
    }
    const slice = from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end);
    this.#passage.entry.bytes.fromSender += slice.length;
    if (!this.#known) {
      const { head } = this.#reader;
      if (head !== null) this.#know(head);
      else if (this.#waits) {
        (this.#early ??= []).push(slice);
        return end;
      }
    }
    if (this.#early !== null) this.#takeEarly(this.#early);
    this.#takeSlice(slice);
    if (this.#reader.done) this.#end();
    return end;
  }

  /** Sends bytes that are no HTTP any more. */
  tunnel(bytes: Buffer): void {
    this.#passage.entry.bytes.fromSender += bytes.length;
    this.send(bytes);
  }

  send(bytes: Buffer): void {
    const passage = this.#passage;
    if (passage.over) return;
    const line = passage.openLine();
    passage.entry.bytes.toTarget += bytes.length;
    if (!line.write(bytes)) passage.side?.pause();
    if (line.flushed) this.#noteFlushed();
    else this.#awaitFlush(line);
  }

  sentAll(): void {
    this.#allSent = true;
    if (this.#unflushed === 0) this.#noteFlushed();
  }

  onceFlushed(then: () => void): void {
    this.#whenFlushed = then;
    // Not within the call: what took these bytes may have more of them.
    if (this.#unflushed === 0) queueMicrotask(() => this.#noteFlushed());
  }

  breakOff(effect: WireEffectKind): void {
    const passage = this.#passage;
    if (passage.over) return;
    passage.applied(effect);
    passage.breakBoth('broken-by-effect');
  }

  answerInstead(effect: WireEffectKind, answer: Answered, closing = false): void {
    const passage = this.#passage;
    if (passage.over) return;
    passage.applied(effect);
    const bytes = answerBytes(answer, { method: this.#passage.entry.method, closing });
    passage.entry.bytes.toSender += bytes.length;
    const { side } = passage;
    passage.end('answered');
    side?.give(bytes);
    if (closing) side?.finish();
    else side?.over();
  }

  hold(effect: WireEffectKind, later: number, then: () => void): boolean {
    const { entry, context } = this.#passage;
    const request: HeldRequest = {
      ordinal: entry.ordinal,
      exchange: entry.exchange,
      release: () => {
        this.#heldRequest = null;
        entry.held = false;
        then();
      },
      abandon: () => this.#passage.end('proxy-closed'),
    };
    if (!context.heldRequests.hold(request, later)) return false;
    this.#heldRequest = request;
    entry.held = true;
    this.#passage.applied(effect);
    context.held(entry);
    return true;
  }

  missed(effect: WireEffectKind, why: string): void {
    this.#passage.missed(effect, why);
  }

  letGo(): void {
    this.#whenFlushed = null;
    this.#copy?.empty();
    this.#store?.empty();
    if (this.#heldRequest !== null) this.#passage.context.heldRequests.drop(this.#heldRequest);
    this.#heldRequest = null;
  }

  #takeEarly(early: readonly Buffer[]): void {
    this.#early = null;
    for (const slice of early) this.#takeSlice(slice);
  }

  #takeSlice(slice: Buffer): void {
    if (this.#copy?.full === false) this.#copy.put(slice);
    if (this.#course === null) this.send(slice);
    else this.#course.take(slice);
  }

  #end(): void {
    if (this.#course === null) this.sentAll();
    else this.#course.end();
    this.#passage.answer.requestEnded();
  }

  #awaitFlush(line: TargetLine): void {
    this.#unflushed += 1;
    line.onceFlushed(() => {
      this.#unflushed -= 1;
      this.#noteFlushed();
    });
  }

  #noteFlushed(): void {
    const { entry, over } = this.#passage;
    if (over || this.#unflushed > 0) return;
    if (!this.#allSent) entry.delivered = 'part';
    else if (entry.delivered !== 'whole') {
      entry.delivered = 'whole';
      entry.copies += 1;
    }
    const then = this.#whenFlushed;
    this.#whenFlushed = null;
    then?.();
  }

  #know(head: Head): void {
    const passage = this.#passage;
    const { entry, context } = passage;
    this.#known = true;
    entry.method = head.method;
    entry.path = journalPath(head.path);
    entry.exchange = head.id;
    passage.answer.expect(head.method);
    if (!this.#waits) return;
    passage.effects = context.armoury.take(entry.ordinal, head.id);
    if (passage.effects.length > 0) this.#plan(head);
  }

  #plan(head: Head): void {
    const passage = this.#passage;
    const { entry, context } = passage;
    const { request, double, reply, missed } = planRequest(passage.effects, {
      headBytes: this.#reader.headBytes,
      bodyBytes: head.framing === 'chunked' ? null : head.length,
      reused: entry.reused,
    });
    entry.missed = missed;
    passage.replyEffects = reply;
    const store = (): Store => new Store(context.heldBytes, context.limits.heldBytes);
    if (double) this.#copy = store();
    const holds = request.kind === 'hold';
    if (double || holds || reply.length > 0) passage.answer.holdBack({ double, hidesContinue: holds });
    if (request.kind === 'pass') return;
    this.#store = store();
    this.#course = requestCourse(request, this, this.#store);
    if (head.expectsContinue) this.#answerExpectation(request);
  }

  /** The sender waits to be told to go on, and the target is not there to say so. */
  #answerExpectation(plan: RequestPlan): void {
    if (plan.kind === 'answer') this.answerInstead(plan.effect, plan.answer, true);
    else if (plan.kind === 'hold') {
      this.#passage.entry.bytes.toSender += continueBytes.length;
      this.#passage.side?.give(continueBytes);
    }
  }

  #refuse(error: BadMessage): void {
    const passage = this.#passage;
    const { side, line, entry } = passage;
    const answer: Answered = {
      kind: 'answered',
      status: error.refusal,
      headers: [['content-type', 'text/plain']],
      body: `The fault proxy does not pass this request on: ${error.message}.\n`,
    };
    const bytes = answerBytes(answer, { method: 'GET', closing: true });
    entry.bytes.toSender += bytes.length;
    passage.end('request-refused', { detail: error.message });
    line?.reset();
    side?.give(bytes);
    side?.finish();
  }
}
