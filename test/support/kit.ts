import { fileURLToPath } from 'node:url';
import type { Kit } from '../../src/harness/cli/kit.js';
import { carryOut } from '../../src/harness/cli/program.js';
import { systemClock } from '../../src/harness/run/system-clock.js';
import { kitOf, type Door } from '../../src/kit.js';
import { builtFile, builtReceiver } from './built-receiver.js';

/** What a command printed, and the code that it ended with. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The kit as `src/cli.ts` puts it together, with what comes in by the door under the test's hand. */
export function testKit(door: Partial<Door> = {}): Kit {
  return kitOf({
    version: '0.0.0-test',
    clock: systemClock,
    chance: (bytes) => '5a'.repeat(bytes),
    environment: {},
    platform: { node: 'node of the test', platform: 'platform of the test' },
    out: () => undefined,
    err: () => undefined,
    openDialogue: null,
    terminal: { isTerminal: false, colour: false, width: 100 },
    signal: new AbortController().signal,
    schemaFile: fileURLToPath(new URL('../../adapter.schema.json', import.meta.url)),
    receiverProgram: builtReceiver,
    workerProgram: () => builtFile('src/harness/sender/worker/main.js'),
    ...door,
  });
}

/** Carries out one command line in this process and keeps what it printed. */
export async function say(words: readonly string[], door: Partial<Door> = {}): Promise<Said> {
  let out = '';
  let err = '';
  const kit = testKit({
    ...door,
    out: (text) => {
      out += text;
      door.out?.(text);
    },
    err: (text) => {
      err += text;
      door.err?.(text);
    },
  });
  const code = await carryOut(kit, words);
  return { code, out, err };
}
