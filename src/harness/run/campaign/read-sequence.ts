import { keyFamilies, manners, type Move, type MoveOf, type Sequence } from '../../model/sequence.js';
import { crashPoints } from '../../model/step.js';
import { proxyEffectKinds } from '../../wire/proxy-plane.js';

type Check = (value: unknown) => boolean;
type Members = {
  readonly [Name in Move['move']]: { readonly [Key in Exclude<keyof MoveOf<Name>, 'move'>]: Check };
};

const most = 100_000;
const mostMoves = 100;

const whole: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...values: readonly (string | null)[]): Check =>
  (value) =>
    values.some((each) => each === value);
const listOf =
  (check: Check, mostItems: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= mostItems && value.every((each) => check(each));

const members: Members = {
  tell: {
    who: whole,
    content: whole,
    manner: oneOf(...manners),
    effect: oneOf(null, ...proxyEffectKinds),
  },
  'tell-as': { who: whole, as: oneOf('other_tenant', 'refused') },
  race: { who: listOf(whole, 20), content: whole, slow: flag },
  misfit: { who: whole, what: oneOf('member', 'json', 'size') },
  'odd-key': { what: oneOf('none', 'empty') },
  second: { who: whole },
  intent: { content: oneOf('same', 'other'), together: flag },
  trouble: { who: whole, what: oneOf('before', 'half-way', 'throttled') },
  deliver: {
    who: whole,
    haps: listOf(oneOf(...proxyEffectKinds, ...crashPoints), 10),
    approval: oneOf('good', 'torn', 'expired', 'tampered'),
  },
  'stand-still': { who: whole, at: oneOf(...crashPoints), ofLease: whole, other: flag },
  operate: { who: whole, act: oneOf('reconcile', 'unblock') },
  change: { who: whole, version: oneOf('first', 'latest'), times: whole },
  'race-of-changes': { who: whole },
  'change-unknown': {},
  remove: { who: whole },
  look: {
    who: whole,
    by: oneOf('look-up', 'fetch', 'count'),
    as: oneOf('main', 'other_tenant', 'refused'),
  },
  crowd: { size: whole },
  restart: { how: oneOf('restart', 'kill') },
  age: { ofWindow: whole },
};

const circumstances: { readonly [Key in Exclude<keyof Sequence, 'moves'>]: Check } = {
  keys: oneOf(...keyFamilies),
  twins: flag,
  lookUpFirst: flag,
  contents: listOf(whole, 26),
};

/** A sequence from a file, or in words what is wrong with it and where. */
export function readSequence(value: unknown, place: string): Sequence | string {
  if (!isObject(value)) return `${place} is no sequence`;
  const { moves, ...rest } = value;
  const trouble = troubleIn(rest, circumstances, place);
  if (trouble !== null) return trouble;
  if (!Array.isArray(moves) || moves.length === 0 || moves.length > mostMoves) {
    return `${place}/moves is no list of 1 to ${mostMoves} moves`;
  }
  for (const [index, move] of moves.entries()) {
    const wrong = troubleInMove(move, `${place}/moves/${index}`);
    if (wrong !== null) return wrong;
  }
  // Every member was looked at, and there is none beside them.
  return value as unknown as Sequence;
}

function troubleInMove(value: unknown, place: string): string | null {
  if (!isObject(value)) return `${place} is no move`;
  const { move, ...rest } = value;
  const known = Object.entries(members).find(([name]) => name === move);
  if (known === undefined) return `${place}/move is none of ${Object.keys(members).join(', ')}`;
  return troubleIn(rest, known[1], place);
}

function troubleIn(
  value: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  place: string,
): string | null {
  for (const name of Object.keys(value)) if (!(name in checks)) return `${place}/${name} is not known`;
  for (const [name, check] of Object.entries(checks)) {
    if (!check(value[name])) return `${place}/${name} is missing or out of bounds`;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
