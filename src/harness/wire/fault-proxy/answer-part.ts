import type { Answer } from '../../model/exchange.js';
import { isLost, lossOf, lost } from '../loss.js';
import type { Answered } from '../gateway-answer.js';
import { answerBytes } from './answer-bytes.js';
import { BadMessage } from './bad-message.js';
import type { Crossing } from './crossing.js';
import { Store } from './held-bytes.js';
import type { MessageReader } from './message-reader.js';
import { overlongAnswer, readAnswerBytes } from './read-answer-bytes.js';
import { sufferReply } from './suffer-reply.js';
import type { TargetLine } from './target-line.js';

const mostStatuses = 16;
const empty = Buffer.alloc(0);

/** The answer of one exchange, on its way from the target to the sender. */
export class AnswerPart {
  readonly #passage: Crossing;
  readonly #reader: MessageReader;
  /** What has come of an answer that is held back. */
  #store: Store | null = null;
  #twinIsDue = false;
  #hidesContinue = false;
  /** The answer came to its end, and only the request's is outstanding. */
  #done = false;
  /** Bytes that are no HTTP, or no longer: they go through as they come. */
  #raw = false;
  /** The effects on the answer are under way. */
  #suffering = false;
  #endedMeanwhile: { readonly line: TargetLine; readonly error: Error | null } | null = null;
  #hiddenAnswer: Answer | null = null;
  /** What the sender got in the answer's place. */
  #instead: Answered | null = null;
  #disarm: (() => void) | null = null;

  constructor(passage: Crossing, reader: MessageReader) {
    this.#passage = passage;
    this.#reader = reader;
  }

  /** Whether what comes from either side goes through as it comes. */
  get raw(): boolean {
    return this.#raw;
  }

  /** Whether more of the answer may come. */
  get reads(): boolean {
    return !this.#suffering;
  }

  expect(method: string): void {
    this.#reader.next(method);
  }

  /** Holds answers until they are whole; `hidesContinue` where the sender was told to go on already. */
  holdBack(why: { double: boolean; hidesContinue: boolean }): void {
    const { heldBytes, limits } = this.#passage.context;
    this.#store = new Store(heldBytes, limits.heldBytes);
    this.#twinIsDue = why.double;
    this.#hidesContinue = why.hidesContinue;
  }

  take(bytes: Buffer): void {
    if (this.#raw) {
      this.#give(bytes);
      return;
    }
    let at = 0;
    while (at < bytes.length && !this.#passage.over && !this.#reader.done) {
      let end: number;
      try {
        end = this.#reader.read(bytes, at);
      } catch (error) {
        if (!(error instanceof BadMessage)) throw error;
        this.#bad(error, bytes.subarray(at));
        return;
      }
      this.#takeSlice(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
      at = end;
    }
    // More than an answer: whatever it is, the line cannot serve another exchange.
    if (at < bytes.length) this.#passage.side?.leaveLine();
  }

  requestEnded(): void {
    if (this.#done) this.#finish();
  }

  lineEnded(line: TargetLine, error: Error | null): void {
    const passage = this.#passage;
    if (this.#suffering) this.#endedMeanwhile = { line, error };
    else if (this.#raw || this.#done) {
      const { side } = passage;
      const detail = this.#raw ? undefined : 'the target ended the connection before the request was whole';
      passage.end(this.#raw ? 'tunnelled' : 'answered', detail === undefined ? {} : { detail });
      side?.finish();
    } else if (error === null && this.#reader.end()) this.#whole();
    else this.#lost(line, error);
  }

  letGo(): void {
    this.#disarm?.();
    this.#store?.empty();
  }

  #takeSlice(slice: Buffer): void {
    const store = this.#store;
    if (store === null) this.#give(slice);
    else if (!store.put(slice)) this.#passage.line?.pause();
    if (this.#suffering) return;
    const { head, done } = this.#reader;
    if (head?.framing === 'tunnel') this.#openTunnel();
    else if (done) {
      if (head !== null && head.status < 200) this.#interim(head.status);
      else this.#whole();
    } else if (store?.full) this.#whole();
  }

  #interim(status: number): void {
    this.#noteStatus(status);
    const hidden = this.#hidesContinue && status === 100;
    for (const slice of this.#store?.empty() ?? []) if (!hidden) this.#give(slice);
    this.#reader.next(this.#passage.entry.method);
  }

  /** The answer is there, or as much of it as is held. */
  #whole(): void {
    this.#noteStatus(this.#reader.head?.status ?? 0);
    if (this.#store === null) this.#finish();
    else if (this.#twinIsDue) this.#sendTwin(this.#heldAnswer());
    else this.#suffer();
  }

  #noteStatus(status: number): void {
    const { entry } = this.#passage;
    if (entry.statuses.length === 0) entry.statuses = [status];
    else if (entry.statuses.length < mostStatuses) entry.statuses = [...entry.statuses, status];
  }

  #finish(): void {
    const passage = this.#passage;
    this.#done = true;
    const closing = this.#instead === null && this.#reader.head?.framing === 'close';
    if (!passage.request.done && !closing) return;
    const { side } = passage;
    passage.end('answered');
    if (closing) side?.finish();
    else side?.over();
  }

  #give(bytes: Buffer): void {
    const { entry, side, line } = this.#passage;
    entry.bytes.toSender += bytes.length;
    if (side !== null && !side.give(bytes)) line?.pause();
  }

  #heldAnswer(): Answer {
    const store = this.#store;
    if (store === null || store.full) return overlongAnswer();
    return readAnswerBytes(store.whole(), this.#passage.entry.method);
  }

  #hide(answer: Answer): void {
    const { entry } = this.#passage;
    entry.hidden = [...entry.hidden, answer];
  }

  /** The first copy is answered, or lost for good: the second goes over a line of its own. */
  #sendTwin(answer: Answer): void {
    const passage = this.#passage;
    const { copy } = passage.request;
    this.#twinIsDue = false;
    if (copy === null) {
      passage.missed('double', 'the request has more bytes than may be held');
      this.#suffer();
      return;
    }
    passage.applied('double');
    this.#hide(answer);
    if (this.#store?.full || !this.#reader.done) passage.side?.leaveLine();
    this.#store?.empty();
    this.holdBack({ double: false, hidesContinue: true });
    this.#reader.next(passage.entry.method);
    const twin = passage.openOwnLine();
    twin.write(copy);
    twin.onceFlushed(() => {
      passage.entry.copies += 1;
    });
    passage.entry.bytes.toTarget += copy.length;
  }

  #suffer(): void {
    const passage = this.#passage;
    const { headBytes } = this.#reader;
    const bytes = this.#store?.whole() ?? empty;
    this.#suffering = true;
    const suffered = sufferReply(
      {
        bytes,
        headBytes,
        lineBytes: bytes.indexOf('\r\n', 0, 'latin1') + 2,
        applied: (effect) => passage.applied(effect),
        missed: (effect, why) => passage.missed(effect, why),
        hide: () => this.#hideOnce(),
        cut: (part) => passage.cutSender(part.length === 0 ? null : part),
        wait: (ms) => this.#wait(ms),
        waitForEnd: () => new Promise(() => undefined),
        answer: (instead) => this.#goOn(instead),
      },
      passage.replyEffects,
    );
    suffered.catch((error: unknown) => passage.context.failed(error));
  }

  #hideOnce(): void {
    if (this.#hiddenAnswer !== null) return;
    this.#hiddenAnswer = this.#heldAnswer();
    this.#hide(this.#hiddenAnswer);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#disarm = this.#passage.context.clock.at(ms, resolve);
    });
  }

  /** The sender is to have the answer after all, or another in its place. */
  #goOn(instead: Answered | null): void {
    const passage = this.#passage;
    if (passage.over) return;
    this.#suffering = false;
    const unread = !this.#reader.done;
    if (instead !== null) {
      if (unread) passage.side?.leaveLine();
      this.#instead = instead;
      this.#give(answerBytes(instead, { method: passage.entry.method, closing: false }));
      this.#finish();
      return;
    }
    const store = this.#store;
    this.#store = null;
    for (const slice of store?.empty() ?? []) this.#give(slice);
    if (!unread) this.#finish();
    else if (this.#endedMeanwhile !== null)
      this.lineEnded(this.#endedMeanwhile.line, this.#endedMeanwhile.error);
    else passage.line?.resume();
  }

  #openTunnel(): void {
    this.#noteStatus(101);
    this.#raw = true;
    for (const slice of this.#store?.empty() ?? []) this.#give(slice);
    this.#store = null;
    this.#passage.side?.resume();
  }

  #bad(error: BadMessage, rest: Buffer): void {
    const passage = this.#passage;
    if (error.ambiguous) {
      passage.breakBoth('answer-refused', { detail: error.message, loss: 'cut' });
      return;
    }
    // Not HTTP: the sender is to see it as it came, and nothing after it on this connection.
    this.#raw = true;
    for (const slice of this.#store?.empty() ?? []) this.#give(slice);
    this.#store = null;
    this.#give(rest);
    const { side } = passage;
    passage.end('answer-refused', { detail: error.message });
    side?.finish();
  }

  #lost(line: TargetLine, error: Error | null): void {
    const passage = this.#passage;
    const loss = error === null ? null : lossOf(error)?.answer;
    const answer = loss ?? lost('reset', error === null ? 'the target ended the connection' : String(error));
    if (this.#twinIsDue && line.ready && isLost(answer)) {
      this.#sendTwin(answer);
      return;
    }
    for (const slice of this.#store?.empty() ?? []) this.#give(slice);
    const { side } = passage;
    passage.end(line.ready ? 'target-broke-off' : 'target-refused', {
      detail: answer.detail,
      loss: answer.how,
    });
    if (line.ready && error === null) side?.finish();
    else side?.cut(null);
  }
}
