import { closeSync, openSync, writeSync } from 'node:fs';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { journalLine, type JournalEntry } from '../wire/fault-proxy/journal-entry.js';
import { forwardProxies } from '../wire/forward-proxies.js';
import type { Route } from '../wire/route.js';
import { serveProxy, type ServedProxy } from '../wire/fault-proxy/serve-proxy.js';
import { aborted } from './aborted.js';
import { effectSpellings, readEffect, type PlannedEffect } from './effect-option.js';
import { refuseUnnamedTarget } from './guard.js';
import type { Kit } from './kit.js';
import { repeatable, wholeNumber } from './options.js';
import { readNamedFile } from './read-file.js';

interface Options {
  readonly target: string;
  readonly effect: readonly string[];
  readonly port: number;
  readonly journal?: string;
  readonly ca?: string;
  readonly iMayWriteTo: readonly string[];
}

/** Adds `twiceshy proxy`: the fault proxy for anybody's own sender, until Ctrl-C. */
export function addProxy(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  const names = effectSpellings.map(({ name, value }) => (value === null ? name : `${name}[=${value}]`));
  program
    .command('proxy')
    .description('the fault proxy on a loopback port, for your own sender: point it at the printed address')
    .requiredOption('--target <url>', 'the receiver, as http://HOST:PORT or https://HOST')
    .addOption(repeatable('--effect <effect>', 'an effect on every exchange, or with @n on the n-th', 'none'))
    .option('--port <n>', 'the port; 0 takes any free one', wholeNumber('--port', 0, 65_535), 0)
    .option('--journal <file>', 'write what befell each exchange as NDJSON')
    .option('--ca <file>', 'a certificate authority of the target, as PEM')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .addHelpText('after', `\nEffects: ${names.join(' ')}`)
    .action(async (options: Options) => {
      await serve(kit, options, options.effect.map(readEffect));
      end(exitCodes.conforms);
    });
}

async function serve(kit: Kit, options: Options, effects: readonly PlannedEffect[]): Promise<void> {
  const target = targetOf(options.target);
  refuseUnnamedTarget(target, options.iMayWriteTo);
  const ca = options.ca === undefined ? undefined : readNamedFile(options.ca, 'a certificate as PEM');
  const proxies = forwardProxies(kit.environment);
  // What is wrong with them is told before anything is opened.
  proxies?.of(target.origin);
  const journal = options.journal === undefined ? null : openJournalFile(options.journal);
  try {
    const served = await open(kit, { target, ca, proxies, effects, port: options.port }, (entry) =>
      journal?.write(entry),
    );
    kit.out(`${served.url}\n`);
    kit.err(`  passes requests on to ${target.origin}; Ctrl-C ends it\n`);
    await aborted(kit.signal);
    await served.close();
  } finally {
    journal?.close();
  }
}

async function open(
  kit: Kit,
  about: Route & { target: URL; effects: readonly PlannedEffect[]; port: number },
  ended: (entry: JournalEntry) => void,
): Promise<ServedProxy> {
  try {
    return await serveProxy({
      ...about,
      target: about.target.origin,
      clock: kit.clock,
      ended,
      failed: (error) => kit.err(`twiceshy: the proxy itself failed.\n${String(error)}\n`),
    });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new KitError(
      'BAD_USAGE',
      {
        happened: `The proxy cannot listen on port ${about.port} (${String(error.code)}).`,
        expected: 'a free port of this machine',
        next: 'give another --port, or none',
      },
      error,
    );
  }
}

function targetOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    `${url.pathname}${url.search}${url.hash}${url.username}` === '/';
  if (isOrigin) return url;
  throw new KitError('BAD_USAGE', {
    happened: `--target was given "${text}".`,
    expected: 'http://HOST:PORT or https://HOST:PORT, without a path',
    next: 'leave the path to the sender: the proxy passes it on as it comes',
  });
}

/** Writes lines once in each turn of the event loop, so that many exchanges make one write. */
function openJournalFile(path: string): { write(entry: JournalEntry): void; close(): void } {
  const file = openedForWriting(path);
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  };
  let due: NodeJS.Immediate | null = null;
  return {
    write(entry) {
      lines.push(journalLine(entry));
      due ??= setImmediate(() => {
        due = null;
        flush();
      });
    },
    close() {
      if (due !== null) clearImmediate(due);
      flush();
      closeSync(file);
    },
  };
}

function openedForWriting(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    throw new KitError(
      'BAD_USAGE',
      {
        happened: `The journal ${path} cannot be written (${code}).`,
        expected: 'a file in a folder that exists',
        next: 'check the path and its permissions',
      },
      error,
    );
  }
}
