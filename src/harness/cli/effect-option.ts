import type { WireEffect } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';

/** An effect as the command line plans it. */
export interface PlannedEffect {
  readonly effect: WireEffect;
  /** Which exchange it befalls, counted from 1; null for every one. */
  readonly ordinal: number | null;
}

interface Spelling {
  readonly name: WireEffect['kind'];
  /** What may stand behind `=`, for the help; null where nothing may. */
  readonly value: string | null;
  /** The effect with that value; null for a value it cannot have. */
  readonly read: (value: number | null) => WireEffect | null;
}

const longestMs = 600_000;
const plain = (effect: WireEffect): Spelling => ({ name: effect.kind, value: null, read: () => effect });

/** How each effect is written: its name, and a number where it takes one. */
export const effectSpellings: readonly Spelling[] = [
  plain({ kind: 'reset-before-request' }),
  { name: 'reset-in-headers', value: 'bytes', read: (n) => afterBytes('reset-in-headers', n) },
  { name: 'reset-in-body', value: 'bytes', read: (n) => afterBytes('reset-in-body', n) },
  plain({ kind: 'reset-after-request' }),
  plain({ kind: 'lose-reply' }),
  plain({ kind: 'hold-reply' }),
  {
    name: 'stall',
    value: 'ms',
    read: (n) => within(n ?? 1_000, 0, longestMs, (ms) => ({ kind: 'stall', ms })),
  },
  plain({ kind: 'cut-status-line' }),
  plain({ kind: 'cut-headers' }),
  plain({ kind: 'cut-body' }),
  {
    name: 'gateway-answer',
    value: 'status',
    read: (n) => within(n ?? 502, 400, 599, (status) => ({ kind: 'gateway-answer', status })),
  },
  {
    name: 'turn-away',
    value: 'status',
    read: (n) => within(n ?? 503, 400, 599, (status) => ({ kind: 'turn-away', status })),
  },
  {
    name: 'throttle',
    value: 'seconds',
    read: (n) => within(n ?? 1, 0, 86_400, (retryAfterS) => ({ kind: 'throttle', retryAfterS })),
  },
  plain({ kind: 'double' }),
  {
    name: 'hold-request',
    value: 'later',
    read: (n) => within(n ?? 1, 1, 1_000, (later) => ({ kind: 'hold-request', later })),
  },
  plain({ kind: 'close-on-reuse' }),
  plain({ kind: 'refuse' }),
];

/** Reads `NAME[=NUMBER][@N]`; throws `BAD_USAGE`. */
export function readEffect(text: string): PlannedEffect {
  const [, name = '', value, ordinal] = /^([a-z-]+)(?:=(\d{1,9}))?(?:@([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const spelling = effectSpellings.find((each) => each.name === name);
  if (spelling === undefined)
    throw badEffect(text, 'no effect has that name, or what follows it is no number');
  if (value !== undefined && spelling.value === null) throw badEffect(text, `${name} takes no number`);
  const effect = spelling.read(value === undefined ? null : Number(value));
  if (effect === null) throw badEffect(text, `${name} cannot have ${value} ${spelling.value ?? ''}`);
  if (name === 'refuse' && ordinal === undefined) {
    throw badEffect(text, 'a port that is always shut is no proxy: say for which exchange, as in refuse@2');
  }
  return { effect, ordinal: ordinal === undefined ? null : Number(ordinal) };
}

function afterBytes(kind: 'reset-in-headers' | 'reset-in-body', bytes: number | null): WireEffect {
  return bytes === null ? { kind } : { kind, afterBytes: bytes };
}

function within(
  value: number,
  least: number,
  most: number,
  make: (value: number) => WireEffect,
): WireEffect | null {
  return value >= least && value <= most ? make(value) : null;
}

function badEffect(text: string, why: string): KitError {
  const names = effectSpellings.map(({ name, value }) => (value === null ? name : `${name}[=${value}]`));
  return new KitError('BAD_USAGE', {
    happened: `--effect was given "${text}": ${why}.`,
    expected: `one of ${names.join(', ')}; with @n behind it for the n-th exchange alone`,
    next: 'see `twiceshy proxy --help`',
  });
}
