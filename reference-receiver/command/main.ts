import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.js';
import { serveCommandApi } from './serve-command-api.js';

const usage =
  'usage: node main.js [--port N] [--data FILE|postgres://…] [--flaw NAME] [--lease-ms N] [--no-relay] [--controls] [--spare-disk]';
const usageCode = 64;

/*
 * The command API as a process of its own: prints its address when it is ready, ends in order on SIGTERM or SIGINT, and
 * delivers what it accepted, however it ended.
 */
try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string', default: ':memory:' },
      flaw: { type: 'string' },
      'lease-ms': { type: 'string', default: '2000' },
      controls: { type: 'boolean', default: false },
      'no-relay': { type: 'boolean', default: false },
      'spare-disk': { type: 'boolean', default: false },
    },
  });
  const served = await serveCommandApi({
    host: '127.0.0.1',
    port: whole('--port', values.port, 65_535),
    leaseMs: whole('--lease-ms', values['lease-ms'], 3_600_000),
    data: values.data,
    controls: values.controls,
    relays: !values['no-relay'],
    clock: systemClock,
    chance: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    unique: randomUUID,
    // Nothing of the process runs after this.
    die: () => {
      process.kill(process.pid, 'SIGKILL');
    },
    onTrouble: (error) => {
      console.error(error);
    },
    synchronous: values['spare-disk'] ? 'NORMAL' : 'FULL',
    ...(values.flaw === undefined ? {} : { flaw: values.flaw }),
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

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`${name} is "${text}"; expected a whole number from 0 to ${most}.`);
}
