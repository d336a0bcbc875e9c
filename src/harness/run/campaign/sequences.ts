import * as fc from 'fast-check';
import type { WireEffectKind } from '../../model/exchange.js';
import type { Need } from '../../model/need.js';
import {
  keyFamilies,
  manners,
  type Hap,
  type Move,
  type MoveOf,
  type Sequence,
} from '../../model/sequence.js';
import { crashPoints } from '../../model/step.js';

const mostParts = 3;
/** About as many as a contract has contents, so that each of them comes up. */
const contentNumbers = 17;

/** What a campaign may do. */
export interface Reach {
  readonly offers: readonly Need[];
  /** The most moves of one sequence. */
  readonly mostMoves: number;
  /** The largest crowd that may come between; crowds are what takes most creates. */
  readonly largestCrowd: number;
}

/**
 * Sequences by chance. Simple things come first in every choice, so that what shrinks becomes simple: an action told
 * plainly, with its own content, under a key of the contract's own make.
 */
export function sequences(reach: Reach): fc.Arbitrary<Sequence> {
  return fc.record({
    keys: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant('made' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...keyFamilies) },
    ),
    twins: mostly(false, true),
    lookUpFirst: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 2, arbitrary: fc.constant(true) },
    ),
    contents: fc.array(
      fc.oneof(
        { withCrossShrink: true },
        { weight: 1, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.nat({ max: contentNumbers }) },
      ),
      { minLength: 1, maxLength: mostParts, size: 'max' },
    ),
    moves: fc.array(moveOf(reach), { minLength: 1, maxLength: reach.mostMoves, size: 'max' }),
  });
}

/** A kind of move, how often it comes, and what it takes. */
interface Weighted {
  readonly weight: number;
  readonly needs?: readonly Need[];
  readonly arbitrary: fc.Arbitrary<Move>;
}

function moveOf(reach: Reach): fc.Arbitrary<Move> {
  const effects = effectsOf(reach.offers);
  const all: readonly Weighted[] = [
    ...tellings(effects),
    ...deliveries(effects),
    ...oddities,
    ...changes,
    ...looks,
    { weight: 2, arbitrary: crowds(reach.largestCrowd) },
    ...lives,
  ];
  const able = all.filter(({ needs = [] }) => needs.every((need) => reach.offers.includes(need)));
  return fc.oneof({ withCrossShrink: true }, ...able.map(({ weight, arbitrary }) => ({ weight, arbitrary })));
}

const who = fc.nat({ max: mostParts - 1 });

function tellings(effects: readonly WireEffectKind[]): readonly Weighted[] {
  const content = fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.nat({ max: contentNumbers }) },
  );
  const effect = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(null, ...effects) },
  );
  const manner = fc.oneof(fc.constant('plainly' as const), fc.constantFrom(...manners));
  return [
    { weight: 30, arbitrary: moved('tell', { who, content, manner, effect }) },
    {
      weight: 8,
      arbitrary: moved('race', {
        who: fc.oneof(copies(), fc.array(who, { minLength: 2, maxLength: 4, size: 'max' })),
        content: fc.constantFrom(0, 1),
        slow: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: moved('tell-as', { who, as: anyOf('other_tenant', 'refused') }) },
  ];
}

/** Copies of one action. */
function copies(): fc.Arbitrary<readonly number[]> {
  return fc
    .tuple(who, fc.integer({ min: 2, max: 4 }))
    .map(([one, count]) => Array.from({ length: count }, () => one));
}

function deliveries(effects: readonly WireEffectKind[]): readonly Weighted[] {
  const at = fc.constantFrom(...crashPoints);
  const any: readonly Hap[] = [...effects, ...crashPoints];
  // What never arrives is what looking first is about.
  const never: readonly Hap[] = effects.includes('refuse') ? ['refuse'] : any;
  const hap = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...any) },
    { weight: 1, arbitrary: fc.constantFrom(...never) },
  );
  return [
    {
      weight: 16,
      arbitrary: moved('deliver', {
        who,
        haps: fc.array(hap, { maxLength: 3, size: 'max' }),
        approval: mostly('good', 'torn', 'expired', 'tampered'),
      }),
    },
    {
      weight: 8,
      arbitrary: moved('stand-still', {
        who,
        at,
        ofLease: fc.constantFrom(125, 75, 20, 125),
        other: mostly(true, false),
      }),
    },
    { weight: 3, arbitrary: moved('operate', { who, act: anyOf('unblock', 'reconcile') }) },
  ];
}

const oddities: readonly Weighted[] = [
  { weight: 4, arbitrary: moved('misfit', { who, what: anyOf('member', 'json', 'size') }) },
  { weight: 3, needs: ['key-mode'], arbitrary: moved('odd-key', { what: anyOf('none', 'empty') }) },
  { weight: 3, needs: ['second-operation'], arbitrary: moved('second', { who }) },
  {
    weight: 3,
    needs: ['intent'],
    arbitrary: moved('intent', { content: anyOf('same', 'other'), together: fc.boolean() }),
  },
  { weight: 5, arbitrary: moved('trouble', { who, what: anyOf('before', 'half-way', 'throttled') }) },
];

const changes: readonly Weighted[] = [
  {
    weight: 9,
    needs: ['update', 'fetch'],
    arbitrary: moved('change', {
      who,
      version: anyOf('latest', 'first'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, needs: ['update', 'fetch'], arbitrary: moved('race-of-changes', { who }) },
  { weight: 2, needs: ['update', 'fetch'], arbitrary: moved('change-unknown', {}) },
  { weight: 1, needs: ['delete'], arbitrary: moved('remove', { who }) },
];

const looks: readonly Weighted[] = [
  {
    weight: 8,
    arbitrary: moved('look', {
      who,
      by: anyOf('count', 'look-up', 'fetch'),
      as: fc.oneof(fc.constant('main' as const), anyOf('other_tenant', 'refused')),
    }),
  },
];

/** Mostly small ones; once in a while one that pushes out whatever is kept in a short list. */
function crowds(largest: number): fc.Arbitrary<Move> {
  const small = Math.max(1, Math.min(30, largest));
  const size = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: small }) },
    ...(largest > small ? [{ weight: 1, arbitrary: fc.constant(largest) }] : []),
  );
  return moved('crowd', { size });
}

const lives: readonly Weighted[] = [
  { weight: 2, needs: ['restart'], arbitrary: moved('restart', { how: anyOf('restart') }) },
  { weight: 1, needs: ['kill'], arbitrary: moved('restart', { how: anyOf('kill') }) },
  {
    weight: 2,
    needs: ['move-clock'],
    arbitrary: moved('age', { ofWindow: fc.integer({ min: 1, max: 90 }) }),
  },
];
type Members<Name extends Move['move']> = {
  readonly [Key in Exclude<keyof MoveOf<Name>, 'move'>]: fc.Arbitrary<MoveOf<Name>[Key]>;
};

/** A move of that name with members by chance. */
function moved<Name extends Move['move']>(name: Name, members: Members<Name>): fc.Arbitrary<Move> {
  // Members of a mapped type and those of the union that it was made from are the same, which the compiler cannot see.
  return fc.record({ move: fc.constant(name), ...members }) as unknown as fc.Arbitrary<Move>;
}

function anyOf<Value extends string>(...values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

function mostly<Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function effectsOf(offers: readonly Need[]): readonly WireEffectKind[] {
  return offers.flatMap((need) =>
    need.startsWith('wire:') && need !== 'wire:sockets' ? [need.slice('wire:'.length) as WireEffectKind] : [],
  );
}
