import { KitError } from '../../model/kit-error.js';
import type { Sequence } from '../../model/sequence.js';

/** The way from a seed to one sequence: the choices that lead to it, and the moves that are taken out in the end. */
export interface Path {
  /** As fast-check spells them: numbers with colons between. */
  readonly choices: string;
  /** Numbers of moves, each as it is when those before it are out. */
  readonly drops: readonly number[];
}

/** Spells a path in one word, such as `11:0:3-1`. */
export function spellPath({ choices, drops }: Path): string {
  return [choices, ...drops].join('-');
}

/** Reads such a word; throws `BAD_USAGE` for anything else. */
export function readPath(text: string): Path {
  if (!/^\d+(?::\d+)*(?:-\d+)*$/.test(text)) {
    throw new KitError('BAD_USAGE', {
      happened: `--path was given "${text}".`,
      expected: 'a path as a campaign prints it, such as 11:0:3-1',
      next: 'copy the whole command from the report, with the seed beside it',
    });
  }
  const [choices = '', ...drops] = text.split('-');
  return { choices, drops: drops.map(Number) };
}

/** A sequence without these moves. */
export function withoutMoves(sequence: Sequence, drops: readonly number[]): Sequence {
  const moves = drops.reduce((left, drop) => left.toSpliced(drop, 1), [...sequence.moves]);
  return { ...sequence, moves };
}
