import type { Answer, Delivered } from '../../model/exchange.js';
import { lossOf, lost } from '../loss.js';

/** One request of a burst on its way, and the moments of it in milliseconds of `performance.now`. */
export class Course {
  readonly beganMs = performance.now();
  /** Whether any of it was handed to a connection. */
  begun = false;
  /** Whether the head of an answer came. */
  headCame = false;
  /** When the last byte was released; null before that. */
  releasedMs: number | null = null;
  /** When the first byte of the answer arrived; null before that. */
  answeredMs: number | null = null;
  endedMs = 0;
  /** What came back, once that is known. */
  answer: Answer | null = null;
  /** Resolves when it is over. */
  readonly ended: Promise<void>;
  #known: Delivered | null = null;
  #tellEnded: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#tellEnded = resolve;
    });
  }

  get over(): boolean {
    return this.answer !== null;
  }

  /** How much of the request is known to have reached the receiver. */
  get delivered(): Delivered {
    if (this.#known !== null) return this.#known;
    if (this.releasedMs === null) return this.begun ? 'part' : 'none';
    return this.headCame ? 'whole' : 'unknown';
  }

  /** A byte of the answer is there. */
  answerBegins(): void {
    this.answeredMs ??= performance.now();
  }

  /** Ends it with what came back; whatever comes later is not its own. `delivered` only where it is known otherwise. */
  end(answer: Answer, delivered: Delivered | null = null): void {
    if (this.over) return;
    this.answer = answer;
    this.#known = delivered;
    this.endedMs = performance.now();
    this.#tellEnded();
  }

  /** Ends it by what broke its connection, within its answer where the head of one has come; null for an orderly end. */
  break(error: Error | null): void {
    const loss = error === null ? null : lossOf(error);
    const detail = loss?.answer.detail ?? error?.message ?? 'the connection ended';
    if (this.headCame && loss?.answer.how !== 'timeout')
      this.end(lost('cut', `the answer broke off after its head: ${detail}`));
    else this.end(loss?.answer ?? lost('reset', detail));
  }
}
