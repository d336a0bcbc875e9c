#!/usr/bin/env node
import { terminalDialogue } from './harness/cli/init/terminal-dialogue.js';
import { carryOut } from './harness/cli/program.js';
import { exitCodes } from './harness/model/kit-error.js';
import { installed } from './installed.js';
import { kitOf } from './kit.js';

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
  ...installed(),
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
});

process.exitCode = await carryOut(kit, process.argv.slice(2));
