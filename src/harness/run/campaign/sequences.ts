import fc from 'fast-check';
import type { WireEffectKind } from '../../model/exchange.js';
import type { Need } from '../../model/need.js';
import { keyFamilies, manners, type Hap, type Move, type Sequence } from '../../model/sequence.js';
import { crashPoints } from '../../model/step.js';

const mostParts = 3;
/** More than any contract has contents, so that each of them comes up. */
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
      { weight: 3, arbitrary: fc.constant('made' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...keyFamilies) },
    ),
    twins: mostlyFalse(),
    lookUpFirst: mostlyFalse(),
    contents: fc.array(smallContent(), { minLength: 1, maxLength: mostParts, size: 'max' }),
    moves: fc.array(moves(reach), { minLength: 1, maxLength: reach.mostMoves, size: 'max' }),
  });
}

function mostlyFalse(): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
}

function smallContent(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat({ max: contentNumbers }) },
  );
}

function moves({ offers, largestCrowd }: Reach): fc.Arbitrary<Move> {
  const who = fc.nat({ max: mostParts - 1 });
  const effects = effectsOf(offers);
  const hap: fc.Arbitrary<Hap> = fc.constantFrom<Hap>(...effects, ...crashPoints);
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Move>, ...needs: readonly Need[]) =>
    needs.every((need) => offers.includes(need)) ? [{ weight, arbitrary }] : [];
  return fc.oneof(
    { withCrossShrink: true },
    ...weighted(
      30,
      fc.record({
        move: fc.constant('tell' as const),
        who,
        content: fc.oneof(
          { weight: 5, arbitrary: fc.constant(0) },
          { weight: 3, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.nat({ max: contentNumbers }) },
        ),
        manner: fc.oneof(fc.constant('plainly' as const), fc.constantFrom(...manners)),
        effect: fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom(null, ...effects) },
        ),
      }),
    ),
    ...weighted(
      12,
      fc.record({
        move: fc.constant('deliver' as const),
        who,
        haps: fc.array(hap, { maxLength: 3, size: 'max' }),
        approval: fc.oneof(
          { weight: 5, arbitrary: fc.constant('good' as const) },
          { weight: 2, arbitrary: fc.constantFrom('torn' as const, 'expired' as const, 'tampered' as const) },
        ),
      }),
    ),
    ...weighted(
      8,
      fc.record({
        move: fc.constant('stand-still' as const),
        who,
        at: fc.constantFrom(...crashPoints),
        ofLease: fc.constantFrom(125, 75, 20, 125),
        other: fc.boolean(),
      }),
    ),
    ...weighted(
      3,
      fc.record({
        move: fc.constant('operate' as const),
        who,
        act: fc.constantFrom('unblock' as const, 'reconcile' as const),
      }),
    ),
    ...weighted(
      8,
      fc.record({
        move: fc.constant('race' as const),
        who: fc.oneof(copies(who), fc.array(who, { minLength: 2, maxLength: 4, size: 'max' })),
        content: fc.constantFrom(0, 1),
        slow: fc.boolean(),
      }),
    ),
    ...weighted(
      5,
      fc.record({
        move: fc.constant('tell-as' as const),
        who,
        as: fc.constantFrom('other_tenant' as const, 'refused' as const),
      }),
    ),
    ...weighted(
      4,
      fc.record({
        move: fc.constant('misfit' as const),
        who,
        what: fc.constantFrom('member' as const, 'json' as const, 'size' as const),
      }),
    ),
    ...weighted(
      3,
      fc.record({
        move: fc.constant('odd-key' as const),
        what: fc.constantFrom('none' as const, 'empty' as const),
      }),
      'key-mode',
    ),
    ...weighted(3, fc.record({ move: fc.constant('second' as const), who }), 'second-operation'),
    ...weighted(
      5,
      fc.record({
        move: fc.constant('trouble' as const),
        who,
        what: fc.constantFrom('before' as const, 'half-way' as const, 'throttled' as const),
      }),
    ),
    ...weighted(
      9,
      fc.record({
        move: fc.constant('change' as const),
        who,
        version: fc.constantFrom('latest' as const, 'first' as const),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      'update',
      'fetch',
    ),
    ...weighted(2, fc.record({ move: fc.constant('race-of-changes' as const), who }), 'update', 'fetch'),
    ...weighted(2, fc.record({ move: fc.constant('change-unknown' as const) }), 'update', 'fetch'),
    ...weighted(1, fc.record({ move: fc.constant('remove' as const), who }), 'delete'),
    ...weighted(
      8,
      fc.record({
        move: fc.constant('look' as const),
        who,
        by: fc.constantFrom('count' as const, 'look-up' as const, 'fetch' as const),
        as: fc.oneof(
          fc.constant('main' as const),
          fc.constantFrom('other_tenant' as const, 'refused' as const),
        ),
      }),
    ),
    ...weighted(2, crowds(largestCrowd)),
    ...weighted(
      2,
      fc.record({ move: fc.constant('restart' as const), how: fc.constant('restart' as const) }),
      'restart',
    ),
    ...weighted(
      1,
      fc.record({ move: fc.constant('restart' as const), how: fc.constant('kill' as const) }),
      'kill',
    ),
    ...weighted(
      2,
      fc.record({ move: fc.constant('age' as const), ofWindow: fc.integer({ min: 1, max: 90 }) }),
      'move-clock',
    ),
  );
}

/** Copies of one action. */
function copies(who: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc
    .tuple(who, fc.integer({ min: 2, max: 4 }))
    .map(([one, count]) => Array.from({ length: count }, () => one));
}

/** Mostly small ones; once in a while one that pushes out whatever is kept in a short list. */
function crowds(largest: number): fc.Arbitrary<Move> {
  const small = Math.min(30, largest);
  return fc.record({
    move: fc.constant('crowd' as const),
    size: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: Math.max(1, small) }) },
      ...(largest > small ? [{ weight: 1, arbitrary: fc.constant(largest) }] : []),
    ),
  });
}

function effectsOf(offers: readonly Need[]): readonly WireEffectKind[] {
  return offers.flatMap((need) =>
    need.startsWith('wire:') && need !== 'wire:sockets' ? [need.slice('wire:'.length) as WireEffectKind] : [],
  );
}
