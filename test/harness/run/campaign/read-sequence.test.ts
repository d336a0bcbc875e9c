import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSequence } from '../../../../src/harness/run/campaign/read-sequence.js';
import { sequences } from '../../../../src/harness/run/campaign/sequences.js';
import { bundledAdapter } from '../../../support/trial.js';

const { offers } = bundledAdapter();
const anySequence = sequences({
  offers: [...offers, 'restart', 'kill', 'move-clock', 'wire:lose-reply', 'wire:stall'],
  mostMoves: 24,
  largestCrowd: 2_000,
});

describe('a kept sequence', () => {
  it('is read as what it was written from, whatever a campaign made', () => {
    fc.assert(
      fc.property(anySequence, (sequence) => {
        expect(readSequence(JSON.parse(JSON.stringify(sequence)), 'it')).toEqual(sequence);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused with its place where a member is missing, unknown or of another kind', () => {
    fc.assert(
      fc.property(anySequence, fc.nat(), fc.constantFrom('drop', 'add', 'change'), (sequence, at, how) => {
        const [index, spoiled] = spoil(sequence.moves, at, how);
        const read = readSequence({ ...sequence, moves: spoiled }, 'it');
        expect(read).toMatch(new RegExp(`^it/moves/${index}/`));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [null, 'it is no sequence'],
    [{ keys: 'made', twins: false, lookUpFirst: false, contents: [0], moves: [] }, 'it/moves is no list'],
    [{ keys: 'odd', twins: false, lookUpFirst: false, contents: [0], moves: [] }, 'it/keys is missing or'],
  ])('is refused: %j', (value, why) => {
    expect(readSequence(value, 'it')).toContain(why);
  });
});

/** Spoils one member of one move. */
function spoil(
  moves: readonly object[],
  at: number,
  how: 'drop' | 'add' | 'change',
): readonly [number, readonly unknown[]] {
  const index = at % moves.length;
  const move = { ...moves[index] } as Record<string, unknown>;
  const names = Object.keys(move);
  const name = names[at % names.length] ?? 'move';
  if (how === 'drop') delete move[name];
  else if (how === 'add') move['beside'] = 1;
  else move[name] = -1;
  return [index, moves.toSpliced(index, 1, move)];
}
