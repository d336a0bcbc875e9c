import type { WireEffect, WireEffectKind } from '../../model/exchange.js';
import { gatewayAnswer, throttled, type Answered } from '../gateway-answer.js';

/** An effect that takes place once the target has answered. */
export type ReplyEffect = Extract<
  WireEffect,
  {
    kind:
      | 'lose-reply'
      | 'hold-reply'
      | 'gateway-answer'
      | 'stall'
      | 'cut-status-line'
      | 'cut-headers'
      | 'cut-body';
  }
>;

/** What becomes of a request. */
export type RequestPlan =
  | { readonly kind: 'pass' }
  /** The connection breaks at once. */
  | { readonly kind: 'reset'; readonly effect: WireEffectKind }
  /** The proxy answers, and nothing goes on. */
  | { readonly kind: 'answer'; readonly effect: WireEffectKind; readonly answer: Answered }
  /** So many bytes go on, counted from the request's first, and then the connection breaks; null for all of them. */
  | { readonly kind: 'break'; readonly effect: WireEffectKind; readonly afterBytes: number | null }
  | { readonly kind: 'hold'; readonly effect: WireEffectKind; readonly later: number };

/** What is known of a request when its head is whole. */
export interface RequestFacts {
  readonly headBytes: number;
  /** Bytes of the body; null where only its end will tell. */
  readonly bodyBytes: number | null;
  /** Whether its connection has carried an exchange before. */
  readonly reused: boolean;
}

/** The effects of one exchange, sorted by where they take place. */
export interface Plan {
  readonly request: RequestPlan;
  readonly double: boolean;
  readonly reply: readonly ReplyEffect[];
  readonly missed: readonly { readonly kind: WireEffectKind; readonly why: string }[];
}

/** Sorts effects; of several that befall the request, the first that can take place does. */
export function planRequest(effects: readonly WireEffect[], facts: RequestFacts): Plan {
  let request: RequestPlan = { kind: 'pass' };
  let double = false;
  const reply: ReplyEffect[] = [];
  const missed: { kind: WireEffectKind; why: string }[] = [];
  for (const effect of effects) {
    if (effect.kind === 'double') double = true;
    else if (isReplyEffect(effect)) reply.push(effect);
    else {
      const planned = planOf(effect, facts);
      if (typeof planned === 'string') missed.push({ kind: effect.kind, why: planned });
      else if (request.kind === 'pass') request = planned;
      else missed.push({ kind: effect.kind, why: 'another effect befell the request before' });
    }
  }
  return { request, double, reply, missed };
}

function isReplyEffect(effect: WireEffect): effect is ReplyEffect {
  switch (effect.kind) {
    case 'lose-reply':
    case 'hold-reply':
    case 'gateway-answer':
    case 'stall':
    case 'cut-status-line':
    case 'cut-headers':
    case 'cut-body':
      return true;
    case 'throttle':
    case 'turn-away':
    case 'refuse':
    case 'double':
    case 'reset-before-request':
    case 'reset-in-headers':
    case 'reset-in-body':
    case 'reset-after-request':
    case 'hold-request':
    case 'close-on-reuse':
      return false;
  }
}

/** The plan of one effect, or why it cannot take place. */
function planOf(
  effect: Exclude<WireEffect, ReplyEffect | { kind: 'double' }>,
  facts: RequestFacts,
): RequestPlan | string {
  switch (effect.kind) {
    case 'close-on-reuse':
      return facts.reused
        ? { kind: 'reset', effect: effect.kind }
        : 'the connection was new, so it was not used again';
    // Whoever has a connection can no longer be refused one.
    case 'refuse':
    case 'reset-before-request':
      return { kind: 'reset', effect: effect.kind };
    case 'throttle':
      return { kind: 'answer', effect: effect.kind, answer: throttled(effect) };
    case 'turn-away':
      return { kind: 'answer', effect: effect.kind, answer: gatewayAnswer(effect) };
    case 'reset-in-headers': {
      const wanted = effect.afterBytes ?? Math.floor(facts.headBytes / 2);
      if (wanted >= facts.headBytes) return `the head has no more than ${facts.headBytes} bytes`;
      return { kind: 'break', effect: effect.kind, afterBytes: Math.max(1, wanted) };
    }
    case 'reset-in-body':
      return planBodyBreak(effect, facts);
    case 'reset-after-request':
      return { kind: 'break', effect: effect.kind, afterBytes: null };
    case 'hold-request':
      return { kind: 'hold', effect: effect.kind, later: effect.later };
  }
}

function planBodyBreak(
  { kind, afterBytes }: Extract<WireEffect, { kind: 'reset-in-body' }>,
  { headBytes, bodyBytes }: RequestFacts,
): RequestPlan | string {
  if (bodyBytes === 0) return 'the request has no body';
  // Of a body whose length is not told beforehand, one byte is as far as is certain.
  const wanted = afterBytes ?? (bodyBytes === null ? 1 : Math.floor(bodyBytes / 2));
  if (bodyBytes !== null && wanted >= bodyBytes) return `the body has no more than ${bodyBytes} bytes`;
  return { kind: 'break', effect: kind, afterBytes: headBytes + wanted };
}
