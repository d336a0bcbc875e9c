import type { ExchangeOptions, MiddleboxEffect, WireEffect } from '../model/exchange.js';

/** The effects that every plane with a middlebox offers. */
export const middleboxEffectKinds: readonly MiddleboxEffect['kind'][] = [
  'lose-reply',
  'hold-reply',
  'gateway-answer',
  'throttle',
  'refuse',
  'cut-body',
  'double',
];

/** The effects of an exchange, for a plane without sockets of its own; throws where one would need them. */
export function middleboxEffectsOf(options: ExchangeOptions): readonly MiddleboxEffect[] {
  return options.effects.map((effect) => {
    if (isMiddleboxEffect(effect)) return effect;
    throw new Error(
      `Exchange ${options.id} was to suffer ${effect.kind}, which takes sockets, and the msw plane has none. ` +
        'Plan it for the proxy plane, or without.',
    );
  });
}

function isMiddleboxEffect(effect: WireEffect): effect is MiddleboxEffect {
  return middleboxEffectKinds.some((kind) => kind === effect.kind);
}
