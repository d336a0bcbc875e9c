import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { aborted } from './aborted.js';
import type { Kit } from './kit.js';
import { findFlaw } from './open-source.js';
import { wholeNumber } from './options.js';
import { codeOf } from './read-file.js';

interface Options {
  readonly port: number;
  readonly data?: string;
  readonly flaw?: string;
  readonly controls?: true;
}

/** Adds `twiceshy serve`: the bundled receiver on a loopback port, until Ctrl-C. */
export function addServe(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('the bundled reference receiver on a loopback port, with a flaw if asked')
    .option('--port <n>', 'the port; 0 takes any free one', wholeNumber('--port', 0, 65_535), 8080)
    .option('--data <file>', 'the database file (default: a temporary one, removed at the end)')
    .option('--flaw <name>', 'a flaw of the bundled receiver')
    .option('--controls', 'also serve the test controls below /__test (never do this on a system in use)')
    .action(async (options: Options) => {
      if (options.flaw !== undefined) refuseOtherFlaw(kit, options.flaw);
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-serve-'));
      try {
        const served = await kit.bundled
          .serve({
            host: '127.0.0.1',
            port: options.port,
            file: options.data ?? join(folder, 'receiver.sqlite'),
            flaw: options.flaw ?? null,
            controls: options.controls === true,
          })
          .catch((error: unknown) => {
            throw notServed(options, error);
          });
        kit.out(`${served.url}\n`);
        kit.err(
          `  the reference receiver${options.flaw === undefined ? '' : ` with flaw ${options.flaw}`}; Authorization: Bearer ${kit.bundled.token}; Ctrl-C ends it\n`,
        );
        await aborted(kit.signal);
        await served.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      end(exitCodes.conforms);
    });
}

function refuseOtherFlaw(kit: Kit, flaw: string): void {
  if (kit.receiverFlaws.some((each) => each.name === flaw)) return;
  const { name } = findFlaw(kit, flaw);
  throw new KitError('BAD_USAGE', {
    happened: `"${name}" is a flaw of the sender.`,
    expected: 'a flaw of the bundled receiver, which is what is served',
    next: `put it into the sender with \`twiceshy run --flaw ${name}\``,
  });
}

function notServed({ port, data }: Options, error: unknown): unknown {
  const code = codeOf(error);
  if (/^E[A-Z]+$/.test(code)) {
    const happened = `Port ${port} cannot be listened on (${code}).`;
    const next = 'name another with --port; 0 takes any free one';
    return new KitError('BAD_USAGE', { happened, expected: 'a port that is free', next }, error);
  }
  if (data === undefined) return error;
  const happened = `The database file ${data} cannot be used (${code}).`;
  const expected = 'a new file in a folder that exists, or one that the receiver has made';
  return new KitError('BAD_USAGE', { happened, expected, next: 'name another file with --data' }, error);
}
