import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { aborted } from './aborted.js';
import type { Kit } from './kit.js';
import { findFlaw } from './open-source.js';
import { wholeNumber } from './options.js';
import { codeOf, readNamedFile } from './read-file.js';

interface Options {
  readonly port: number;
  readonly data?: string;
  readonly flaw?: string;
  readonly contract?: string;
  readonly controls?: true;
}

/** Adds `twiceshy serve`: the bundled receiver on a loopback port, until Ctrl-C. */
export function addServe(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('the bundled reference receiver on a loopback port, with a flaw if asked')
    .option('--port <n>', 'the port; 0 takes any free one', wholeNumber('--port', 0, 65_535), 8080)
    .option('--data <file>', 'the database file (default: a temporary one, removed at the end)')
    .option('--flaw <name>', 'a flaw of the receiver')
    .option('--contract <file>', 'keep the contract of this adapter file, and speak as it says')
    .option('--controls', 'also serve the test controls below /__test (never do this on a system in use)')
    .action(async (options: Options) => {
      if (options.flaw !== undefined) refuseFlaw(kit, options.flaw, options.contract);
      const contract = options.contract === undefined ? null : contractIn(options.contract);
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-serve-'));
      try {
        const served = await kit.bundled
          .serve({
            host: '127.0.0.1',
            port: options.port,
            file: options.data ?? join(folder, 'receiver.sqlite'),
            flaw: options.flaw ?? null,
            controls: options.controls === true,
            contract,
          })
          .catch((error: unknown) => {
            throw notServed(options, error);
          });
        kit.out(`${served.url}\n`);
        kit.err(contract === null ? ownWords(kit, options) : contractWords(contract.file, served.variables));
        await aborted(kit.signal);
        await served.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      end(exitCodes.conforms);
    });
}

function contractIn(path: string): { readonly text: string; readonly file: string } {
  return { text: readNamedFile(path, 'an adapter file in YAML'), file: path };
}

function ownWords({ bundled }: Kit, { flaw }: Options): string {
  const flawed = flaw === undefined ? '' : ` with flaw ${flaw}`;
  return `  the reference receiver${flawed}; Authorization: Bearer ${bundled.token}; Ctrl-C ends it\n`;
}

/** What to set so that the very same file, put on trial, meets this receiver. */
function contractWords(file: string, variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `  export ${name}=${value}`);
  return [`  the contract of ${file}; Ctrl-C ends it`, ...lines, ''].join('\n');
}

function flawWithContract(): KitError {
  return new KitError('BAD_USAGE', {
    happened: '--flaw was given together with --contract.',
    expected: 'a flaw of jobs with a contract that has `async`; all others are flaws of the bundled contract',
    next: 'leave out one of the two',
  });
}

/** Flaws show with the contract that they were made for. */
function refuseFlaw(kit: Kit, flaw: string, contract: string | undefined): void {
  const known = kit.receiverFlaws.find((each) => each.name === flaw);
  const ofJobs = known?.needs === 'jobs';
  if (contract !== undefined && ofJobs) return;
  if (contract !== undefined) throw flawWithContract();
  if (known !== undefined && !ofJobs) return;
  const { name } = findFlaw(kit, flaw);
  throw new KitError('BAD_USAGE', {
    happened: `"${name}" is a flaw of the sender.`,
    expected: 'a flaw of the bundled receiver, which is what is served',
    next: `put it into the sender with \`twiceshy run --flaw ${name}\``,
  });
}

function notServed({ port, data }: Options, error: unknown): unknown {
  if (error instanceof KitError) return error;
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
