import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is there for the running test alone. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
  folders.push(folder);
  return folder;
}
