import type { WireEffectKind } from '../../model/exchange.js';
import { gatewayAnswer, type Answered } from '../gateway-answer.js';
import type { ReplyEffect } from './plan-request.js';

/** The most that goes on before a cut: it must leave this machine before the reset overtakes it. */
const mostBeforeCut = 16_384;

/** What may be done with an answer that is held. */
export interface ReplyPassage {
  /** The answer's bytes, as far as they are held. */
  readonly bytes: Buffer;
  readonly headBytes: number;
  readonly lineBytes: number;
  applied(effect: WireEffectKind): void;
  missed(effect: WireEffectKind, why: string): void;
  hide(): void;
  /** Breaks the sender's connection after these bytes. */
  cut(bytes: Buffer): void;
  /** Resolves when the time has passed; rejects once the exchange is over. */
  wait(ms: number): Promise<void>;
  /** Resolves never: rejects once the exchange is over. */
  waitForEnd(): Promise<never>;
  /** Gives the sender the answer itself, or another in its place. */
  answer(instead: Answered | null): void;
}

/** Takes a held answer to the sender, or not, as the effects have it. */
export async function sufferReply(passage: ReplyPassage, effects: readonly ReplyEffect[]): Promise<void> {
  let instead: Answered | null = null;
  for (const effect of effects) {
    switch (effect.kind) {
      case 'stall':
        passage.applied(effect.kind);
        await passage.wait(effect.ms);
        break;
      case 'hold-reply':
        passage.applied(effect.kind);
        passage.hide();
        await passage.waitForEnd();
        break;
      case 'gateway-answer':
        passage.applied(effect.kind);
        passage.hide();
        instead = gatewayAnswer(effect);
        break;
      case 'lose-reply':
      case 'cut-status-line':
      case 'cut-headers':
      case 'cut-body': {
        const end = cutEnd(effect.kind, passage);
        if (end === null || (instead !== null && end > 0)) {
          passage.missed(
            effect.kind,
            end === null ? 'the answer has no body' : 'another answer went in its place',
          );
          break;
        }
        passage.applied(effect.kind);
        passage.hide();
        passage.cut(passage.bytes.subarray(0, end));
        return;
      }
    }
  }
  passage.answer(instead);
}

/** Behind how many of the answer's bytes it is cut; null where it cannot be. */
function cutEnd(
  kind: 'lose-reply' | 'cut-status-line' | 'cut-headers' | 'cut-body',
  { bytes, headBytes, lineBytes }: ReplyPassage,
): number | null {
  switch (kind) {
    case 'lose-reply':
      return 0;
    case 'cut-status-line':
      return Math.floor(lineBytes / 2);
    case 'cut-headers':
      return lineBytes + Math.floor((headBytes - lineBytes) / 2);
    case 'cut-body': {
      const bodyBytes = bytes.length - headBytes;
      if (bodyBytes === 0) return null;
      return headBytes + Math.min(Math.floor(bodyBytes / 2), mostBeforeCut);
    }
  }
}
