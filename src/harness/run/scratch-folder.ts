import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
const leastRoom = 256 * 1024 * 1024;

/**
 * Makes a folder for databases of the bundled receiver and its sender: in memory where the machine has files, and room,
 * there. They outlive any process that is killed, and not the run; so waiting for a disk would prove nothing, and takes
 * most of the time of a simulated run. The caller removes it.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(mayWrite(inMemory) && hasRoom(inMemory) ? inMemory : tmpdir(), prefix));
}

/** Containers are often given little of it. */
function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= leastRoom;
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
