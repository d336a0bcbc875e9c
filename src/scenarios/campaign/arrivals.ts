import type { WireEffect, WireEffectKind } from '../../harness/model/exchange.js';
import type { Arrival } from './knowledge.js';

/** What an effect, by name, is and how much of the request arrives under it. */
export function effectOf(kind: WireEffectKind): { readonly effect: WireEffect; readonly arrival: Arrival } {
  return { effect: withMeasure(kind), arrival: arrivalUnder(kind) };
}

function withMeasure(kind: WireEffectKind): WireEffect {
  switch (kind) {
    case 'gateway-answer':
    case 'turn-away':
      return { kind, status: 503 };
    case 'throttle':
      return { kind, retryAfterS: 2 };
    case 'stall':
      return { kind, ms: 40 };
    case 'hold-request':
      return { kind, later: 1 };
    default:
      return { kind };
  }
}

function arrivalUnder(kind: WireEffectKind): Arrival {
  switch (kind) {
    case 'refuse':
    case 'throttle':
    case 'turn-away':
    case 'reset-before-request':
    case 'reset-in-headers':
    case 'reset-in-body':
      return 'none';
    case 'lose-reply':
    case 'hold-reply':
    case 'gateway-answer':
    case 'cut-body':
    case 'cut-status-line':
    case 'cut-headers':
    case 'double':
    case 'stall':
      return 'whole';
    case 'reset-after-request':
    case 'hold-request':
    case 'close-on-reuse':
      return 'unknown';
  }
}

/** True where the sender sees the receiver's own answer all the same. */
export function isAnswered(kind: WireEffectKind | null): boolean {
  return kind === null || kind === 'double' || kind === 'stall';
}
