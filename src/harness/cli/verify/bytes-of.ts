import { readFileSync } from 'node:fs';

/** The bytes of a file; null for what is not there, is no file, or may not be read. */
export function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
