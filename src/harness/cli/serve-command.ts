import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/kit-error.js';
import { aborted } from './aborted.js';
import type { Kit } from './kit.js';
import { findFlaw } from './open-source.js';
import { wholeNumber } from './options.js';

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
      if (options.flaw !== undefined) findFlaw(kit, options.flaw);
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-serve-'));
      try {
        const served = await kit.bundled.serve({
          host: '127.0.0.1',
          port: options.port,
          file: options.data ?? join(folder, 'receiver.sqlite'),
          flaw: options.flaw ?? null,
          controls: options.controls === true,
        });
        kit.out(`${served.url}\n`);
        kit.err(
          `  the reference receiver${options.flaw === undefined ? '' : ` with flaw ${options.flaw}`}; Ctrl-C ends it\n`,
        );
        await aborted(kit.signal);
        await served.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      end(exitCodes.conforms);
    });
}
