import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './open-database.js';

/** The file of a ledger that nothing was approved in, which is made in this folder and stays there: copied, it opens faster. */
export function blankOutbox(folder: string): Buffer {
  const file = join(folder, 'blank.outbox.sqlite');
  openDatabase(file, 'NORMAL').close();
  return readFileSync(file);
}
