import type { Command } from 'commander';
import { KitError } from '../../model/kit-error.js';
import { fitsLedger } from '../../sender/store/fits-ledger.js';

const longestWords = 1_000;

/** Who acts on an outbox, and what for. */
export interface Signature {
  readonly who: string;
  readonly why: string;
}

/** Adds `--who` and `--why`, without which nothing is changed. */
export function signed(command: Command): Command {
  return command
    .requiredOption('--who <name>', 'who does this, for the record', wordsFor('--who'))
    .requiredOption('--why <text>', 'what for, for the record', wordsFor('--why'));
}

/** Reads words that stay in the ledger; throws `BAD_USAGE` where they cannot be kept. */
export function wordsFor(option: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '' && text.length <= longestWords && fitsLedger(text)) return text;
    throw new KitError('BAD_USAGE', {
      happened: `${option} was given no words that can be kept.`,
      expected: `some words, at most ${String(longestWords)} characters`,
      next: 'give it words that people will understand later: they stay in the ledger',
    });
  };
}
