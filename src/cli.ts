#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { terminalDialogue } from './harness/cli/init/terminal-dialogue.js';
import { carryOut } from './harness/cli/program.js';
import { exitCodes } from './harness/model/kit-error.js';
import { systemClock } from './harness/run/system-clock.js';
import { kitOf } from './kit.js';

const manifest = new URL('../../package.json', import.meta.url);
const adapterSchema = new URL('../../adapter.schema.json', import.meta.url);
const receiverProgram = new URL('../reference-receiver/main.js', import.meta.url);
const standardWidth = 100;
const widest = 120;

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second one does not wait for the orderly end; the exit handlers still end the children.
    // oxlint-disable-next-line no-restricted-properties -- the entry is the one place that may end the process
    if (interrupt.signal.aborted) process.exit(exitCodes.inconclusive);
    interrupt.abort(new Error(`ended by ${signal}`));
  });
}

const kit = kitOf({
  version: (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
  clock: systemClock,
  chance: (bytes) => randomBytes(bytes).toString('hex'),
  environment: process.env,
  platform: { node: process.version, platform: `${process.platform} ${process.arch}` },
  out: (text) => {
    process.stdout.write(text);
  },
  err: (text) => {
    process.stderr.write(text);
  },
  openDialogue:
    process.stdin.isTTY && process.stdout.isTTY
      ? () => terminalDialogue(process.stdin, process.stdout, interrupt.signal)
      : null,
  terminal: {
    isTerminal: process.stderr.isTTY && process.env['CI'] === undefined,
    colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: Math.min(process.stdout.columns || standardWidth, widest),
  },
  signal: interrupt.signal,
  schemaFile: fileURLToPath(adapterSchema),
  receiverProgram: () => fileURLToPath(receiverProgram),
});

process.exitCode = await carryOut(kit, process.argv.slice(2));
