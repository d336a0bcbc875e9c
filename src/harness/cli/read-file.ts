import { readFileSync } from 'node:fs';
import { KitError } from '../model/kit-error.js';

/** Reads a text file that the operator named; throws `BAD_FILE` where that cannot be done. */
export function readNamedFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new KitError(
      'BAD_FILE',
      {
        happened: `${path} cannot be read (${code}).`,
        expected: what,
        next: 'check the path and its permissions',
      },
      error,
    );
  }
}
