import { readFileSync } from 'node:fs';
import { KitError } from '../model/kit-error.js';

/** Reads a text file that the operator named; throws `BAD_FILE` where that cannot be done. */
export function readNamedFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KitError(
      'BAD_FILE',
      {
        happened: `${path} cannot be read (${codeOf(error)}).`,
        expected: what,
        next: 'check the path and its permissions',
      },
      error,
    );
  }
}

/** What the system calls a failure, such as ENOENT. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
