#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { receiverFlaws, serveReceiver, systemClock as receiverClock } from '../reference-receiver/index.js';
import { mountBundledReceiver } from './adapters/in-process/mount-bundled-receiver.js';
import { readAdapter } from './adapters/yaml/read-adapter.js';
import type { Kit } from './harness/cli/kit.js';
import { carryOut } from './harness/cli/program.js';
import { exitCodes } from './harness/model/kit-error.js';
import { senderInvariants } from './harness/invariants/sender-invariants.js';
import { systemClock } from './harness/run/system-clock.js';
import { scenarios } from './scenarios/index.js';

const bundledFile = new URL('adapters/in-process/bundled.yaml', import.meta.url);
const manifest = new URL('../../package.json', import.meta.url);
const standardWidth = 100;

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second one does not wait for the orderly end; the exit handlers still end the children.
    // oxlint-disable-next-line no-restricted-properties -- the entry is the one place that may end the process
    if (interrupt.signal.aborted) process.exit(exitCodes.inconclusive);
    interrupt.abort(new Error(`ended by ${signal}`));
  });
}

const chance = (): number => randomBytes(4).readUInt32LE() / 2 ** 32;

const kit: Kit = {
  version: (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
  scenarios,
  senderPromises: senderInvariants,
  receiverFlaws,
  readAdapter: (text, file, baseUrl) =>
    readAdapter(text, {
      file,
      environment: process.env,
      now: () => systemClock.now(),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }),
  bundled: {
    file: 'bundled.yaml',
    text: () => readFileSync(bundledFile, 'utf8'),
    mount: (flaw) => (place) => mountBundledReceiver({ ...place, flaw }),
    offers: ['move-clock', 'slow', 'fail-next', 'throttle-next'],
    serve: ({ flaw, ...place }) =>
      serveReceiver({ ...place, clock: receiverClock, chance, ...(flaw === null ? {} : { flaw }) }),
  },
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
  terminal: {
    isTerminal: process.stderr.isTTY && process.env['CI'] === undefined,
    colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: Math.min(process.stdout.columns || standardWidth, 120),
  },
  signal: interrupt.signal,
};

process.exitCode = await carryOut(kit, process.argv.slice(2));
