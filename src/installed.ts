import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from './harness/run/system-clock.js';
import type { Door } from './kit.js';

/** Where the files of the package are, seen from `dist/src/`. */
const manifest = new URL('../../package.json', import.meta.url);
const adapterSchema = new URL('../../adapter.schema.json', import.meta.url);
const receiverProgram = new URL('../reference-receiver/main.js', import.meta.url);

/** What comes in by the door of an installed package, whoever opens it: time, chance, the machine, its own files. */
export function installed(): Pick<
  Door,
  'version' | 'clock' | 'chance' | 'environment' | 'platform' | 'schemaFile' | 'receiverProgram'
> {
  return {
    version: (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
    clock: systemClock,
    chance: (bytes) => randomBytes(bytes).toString('hex'),
    environment: process.env,
    platform: { node: process.version, platform: `${process.platform} ${process.arch}` },
    schemaFile: fileURLToPath(adapterSchema),
    receiverProgram: () => fileURLToPath(receiverProgram),
  };
}
