import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { systemClock } from './clock.js';
import { serveReceiver } from './server.js';

const usage = `usage: node main.js [--port N] [--data FILE] [--flaw NAME] [--controls] [--lease-ms N] [--retention-ms N] [--spare-disk]`;
const usageCode = 64;

/*
 * The receiver as a process of its own: prints its address when it is ready, ends in order on SIGTERM or SIGINT, and
 * finds everything that it acknowledged again in its file, however it ended.
 */
try {
  const { flaw, data, controls, ...given } = readOptions();
  const served = await serveReceiver({
    host: '127.0.0.1',
    port: whole('--port', given.port, 65_535) ?? 0,
    file: data,
    controls,
    clock: systemClock,
    // Nothing of the process runs after this: no handler, no flush, no rollback but SQLite's own at the next start.
    die: () => {
      process.kill(process.pid, 'SIGKILL');
    },
    chance: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    onTrouble: (error) => {
      console.error(error);
    },
    ...(flaw === undefined ? {} : { flaw }),
    // Enough for what the process itself may suffer, a kill too; not for a loss of power.
    synchronous: given['spare-disk'] ? 'NORMAL' : 'FULL',
    ...present('leaseMs', whole('--lease-ms', given['lease-ms'])),
    ...present('retentionMs', whole('--retention-ms', given['retention-ms'])),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void served.close();
    });
  }
  console.log(served.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = usageCode;
}

function readOptions() {
  return parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string', default: ':memory:' },
      flaw: { type: 'string' },
      controls: { type: 'boolean', default: false },
      'spare-disk': { type: 'boolean', default: false },
      'lease-ms': { type: 'string' },
      'retention-ms': { type: 'string' },
    },
  }).values;
}

function whole(name: string, text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`${name} is "${text}"; expected a whole number from 0 to ${most}.`);
}

function present<Name extends string>(
  name: Name,
  value: number | undefined,
): Partial<Readonly<Record<Name, number>>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, number>>);
}
