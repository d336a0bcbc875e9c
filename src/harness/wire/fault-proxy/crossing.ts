import type { LossKind, WireEffect, WireEffectKind } from '../../model/exchange.js';
import type { Ending, JournalEntry } from './journal-entry.js';
import type { ReplyEffect } from './plan-request.js';
import type { ProxyContext } from './proxy-context.js';
import type { TargetLine } from './target-line.js';

/** The sender's end of an exchange. */
export interface SenderSide {
  /** The connection's own line to the target, opened when first asked for. */
  line(): TargetLine;
  /** Ends that line, since its answer was not read to the end. */
  leaveLine(): void;
  /** False when the sender takes the bytes more slowly than they come. */
  give(bytes: Buffer): boolean;
  /** Gives bytes if any, and breaks the connection with an RST once they are flushed. */
  cut(bytes: Buffer | null): void;
  /** Ends the connection once all that was given is flushed. */
  finish(): void;
  /** Reads no more from the sender until the line has drained. */
  pause(): void;
  /** Reads on. */
  resume(): void;
  /** The exchange is over, and the next may begin. */
  over(): void;
}

/** An exchange on its way through the proxy, as its request and its answer know it. */
export interface Crossing {
  readonly entry: JournalEntry;
  readonly context: ProxyContext;
  /** Null once the sender has gone. */
  readonly side: SenderSide | null;
  /** The connection to the target that carries the exchange at present. */
  readonly line: TargetLine | null;
  readonly over: boolean;
  effects: readonly WireEffect[];
  replyEffects: readonly ReplyEffect[];
  readonly request: {
    readonly done: boolean;
    /** The request as it was sent, where a second copy is to follow; null if there is none. */
    readonly copy: Buffer | null;
  };
  readonly answer: {
    expect(method: string): void;
    holdBack(why: { double: boolean; hidesContinue: boolean }): void;
    requestEnded(): void;
  };
  /** The line that the request goes over: the connection's own, or one for a request whose sender has gone. */
  openLine(): TargetLine;
  /** A line for this exchange alone. */
  openOwnLine(): TargetLine;
  applied(effect: WireEffectKind): void;
  missed(kind: WireEffectKind, why: string): void;
  /** Breaks the sender's connection, after these bytes if any, as an effect had it. */
  cutSender(bytes: Buffer | null): void;
  /** Breaks the connections on both sides. */
  breakBoth(ending: Ending, why?: { detail?: string; loss?: LossKind }): void;
  /** Closes the entry; what was still to happen did not. */
  end(ending: Ending, why?: { detail?: string; loss?: LossKind }): void;
}
