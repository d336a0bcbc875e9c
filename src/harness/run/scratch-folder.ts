import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';

/**
 * Makes a folder for databases of a receiver, or a sender, that lives in this process: in memory where the machine has
 * files there. Nothing in it outlives the process, so waiting for a disk would prove nothing, and takes most of the time
 * of a simulated run. The caller removes it.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(mayWrite(inMemory) ? inMemory : tmpdir(), prefix));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
