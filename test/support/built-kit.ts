import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileInto } from './built-receiver.js';
import { temporaryFolder } from './temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The compiled entry of the whole kit, laid out as the package is, from the sources as they are now; for the running test. */
export function builtCommandLine(): string {
  return buildPackage(temporaryFolder());
}

/** Lays the package out in an empty folder, as it is installed, and returns its compiled entry. */
export function buildPackage(folder: string): string {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['package.json', 'adapter.schema.json', 'node_modules']) {
    symlinkSync(join(root, name), join(folder, name));
  }
  compileInto(dist, ['src', 'reference-receiver']);
  cpSync(join(root, 'src'), join(dist, 'src'), {
    recursive: true,
    filter: (source) => !source.endsWith('.ts'),
  });
  return join(dist, 'src/cli.js');
}
