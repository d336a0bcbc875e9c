import type { LossKind, WireEffect, WireEffectKind } from '../../model/exchange.js';
import { AnswerPart } from './answer-part.js';
import type { Crossing, SenderSide } from './crossing.js';
import { newEntry, type Ending, type JournalEntry } from './journal-entry.js';
import type { MessageReader } from './message-reader.js';
import type { ReplyEffect } from './plan-request.js';
import type { ProxyContext } from './proxy-context.js';
import { RequestPart } from './request-part.js';
import { TargetLine, type LineOwner } from './target-line.js';

/** One exchange on its way through the proxy: its request to the target, its answer back, and what befalls them. */
export class Passage implements Crossing, LineOwner {
  readonly entry: JournalEntry;
  readonly context: ProxyContext;
  readonly request: RequestPart;
  readonly answer: AnswerPart;
  side: SenderSide | null;
  line: TargetLine | null = null;
  effects: readonly WireEffect[] = [];
  replyEffects: readonly ReplyEffect[] = [];

  constructor(
    side: SenderSide,
    context: ProxyContext,
    readers: { readonly request: MessageReader; readonly answer: MessageReader },
    connection: { readonly number: number; readonly reused: boolean },
  ) {
    const ordinal = context.nextOrdinal();
    const startedAtMs = context.clock.now();
    this.entry = newEntry({ ordinal, connection: connection.number, reused: connection.reused, startedAtMs });
    this.context = context;
    this.side = side;
    this.request = new RequestPart(this, readers.request, context.armoury.mayConcern(ordinal));
    this.answer = new AnswerPart(this, readers.answer);
  }

  get over(): boolean {
    return this.entry.ending !== null;
  }

  answered(line: TargetLine, bytes: Buffer): void {
    if (line !== this.line || this.over) return;
    this.entry.bytes.fromTarget += bytes.length;
    this.answer.take(bytes);
  }

  drained(line: TargetLine): void {
    if (line === this.line) this.side?.resume();
  }

  /** The sender takes more again. */
  senderDrained(): void {
    if (this.answer.reads) this.line?.resume();
  }

  ended(line: TargetLine, error: Error | null): void {
    if (line === this.line && !this.over) this.answer.lineEnded(line, error);
  }

  openLine(): TargetLine {
    this.line ??= this.side?.line() ?? this.openOwnLine();
    return this.line;
  }

  openOwnLine(): TargetLine {
    const { target, limits, lines } = this.context;
    this.line = new TargetLine(target, { connectMs: limits.connectMs, shared: false, lines }, this);
    return this.line;
  }

  applied(effect: WireEffectKind): void {
    this.entry.applied = [...this.entry.applied, effect];
  }

  missed(kind: WireEffectKind, why: string): void {
    this.entry.missed = [...this.entry.missed, { kind, why }];
  }

  cutSender(bytes: Buffer | null): void {
    if (bytes !== null) this.entry.bytes.toSender += bytes.length;
    // The target has answered: nothing of the request is still on its way.
    this.#breakTargetFirst('broken-by-effect', {}, { lastBytes: bytes, waits: false });
  }

  breakBoth(ending: Ending, why: { detail?: string; loss?: LossKind } = {}): void {
    this.#breakTargetFirst(ending, why, { lastBytes: null, waits: true });
  }

  /** A sender that acts on the break at once must not meet a target that has not heard of it. */
  #breakTargetFirst(
    ending: Ending,
    why: { detail?: string; loss?: LossKind },
    { lastBytes, waits }: { readonly lastBytes: Buffer | null; readonly waits: boolean },
  ): void {
    const { side, line } = this;
    const cutSide = (): void => side?.cut(lastBytes);
    if (line === null) {
      this.end(ending, why);
      cutSide();
      return;
    }
    line.reset(waits, cutSide);
    this.end(ending, why);
  }

  /** Ends an exchange that has taken too long. */
  look(nowMs: number): void {
    const { exchangeMs } = this.context.limits;
    if (nowMs - this.entry.startedAtMs <= exchangeMs) return;
    this.breakBoth('limit-reached', { detail: `it took longer than ${exchangeMs} ms`, loss: 'timeout' });
  }

  /** The sender has gone. A request that is held is held on, every other ends here. */
  senderLeft(): void {
    if (this.over) return;
    if (this.request.held) {
      this.side = null;
      this.context.detached.add(this);
      this.context.parted(this.entry);
    } else this.end('sender-left');
  }

  end(ending: Ending, why: { detail?: string; loss?: LossKind } = {}): void {
    if (this.over) return;
    const { entry } = this;
    entry.ending = ending;
    entry.detail = why.detail ?? null;
    entry.loss = why.loss ?? null;
    entry.held = false;
    entry.endedAtMs = this.context.clock.now();
    for (const { kind } of this.effects) {
      if (entry.applied.includes(kind) || entry.missed.some((each) => each.kind === kind)) continue;
      this.missed(kind, `the exchange ended before: ${ending}`);
    }
    this.request.letGo();
    this.answer.letGo();
    // A line of its own has nobody else to end it; the connection's own is left to the connection.
    if (this.line !== null && !this.line.shared) this.line.leave();
    this.context.detached.delete(this);
    this.context.ended(entry);
  }
}
