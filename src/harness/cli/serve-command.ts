import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { aborted } from './aborted.js';
import type { Kit, Served } from './kit.js';
import { findFlaw } from './open-source.js';
import { wholeNumber } from './options.js';
import { codeOf, readNamedFile } from './read-file.js';

interface Options {
  readonly port: number;
  readonly data?: string;
  readonly flaw?: string;
  readonly contract?: string;
  readonly controls?: true;
  readonly commandApi?: true;
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
    .option(
      '--command-api',
      'in its place, orders that are accepted with a 202 and reach an ERP later; --data may be postgres://…',
    )
    .action(async (options: Options) => {
      const folder = mkdtempSync(join(tmpdir(), 'twiceshy-serve-'));
      try {
        const { served, words } =
          options.commandApi === true
            ? await servedCommandApi(kit, options, folder)
            : await servedReceiver(kit, options, folder);
        kit.out(`${served.url}\n`);
        kit.err(words);
        await aborted(kit.signal);
        await served.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      end(exitCodes.conforms);
    });
}

/** Who listens, and what its user is told. */
interface Listening {
  readonly served: Served;
  readonly words: string;
}

async function servedReceiver(kit: Kit, options: Options, folder: string): Promise<Listening> {
  if (options.flaw !== undefined) refuseFlaw(kit, options.flaw, options.contract);
  if (isPostgres(options)) throw commandApiAlone();
  const contract = options.contract === undefined ? null : contractIn(options.contract);
  const file = options.data ?? join(folder, 'receiver.sqlite');
  const served = await kit.bundled
    .serve({ ...placeOf(options), file, flaw: options.flaw ?? null, contract })
    .catch((error: unknown) => {
      throw notServed(options, error);
    });
  const words = contract === null ? ownWords(kit, options) : contractWords(contract.file, served.variables);
  return { served, words };
}

async function servedCommandApi(kit: Kit, options: Options, folder: string): Promise<Listening> {
  const { commandApi } = kit.bundled;
  refuseForCommandApi(kit, options);
  const data = options.data ?? join(folder, 'command-api.sqlite');
  const served = await commandApi
    .serve({ ...placeOf(options), data, flaw: options.flaw ?? null })
    .catch((error: unknown) => {
      throw isPostgres(options) && !/^E(ADDR|ACCES)/.test(codeOf(error))
        ? noDatabase(error)
        : notServed(options, error);
    });
  return { served, words: contractWords(commandApi.file, served.variables) };
}

function placeOf({ port, controls }: Options) {
  return { host: '127.0.0.1', port, controls: controls === true };
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

function isPostgres({ data = '' }: Options): boolean {
  return /^postgres(ql)?:\/\//.test(data);
}

function commandApiAlone(): KitError {
  return new KitError('BAD_USAGE', {
    happened: '--data names a database in PostgreSQL.',
    expected: 'a file, unless with --command-api',
    next: 'name a file, or add --command-api',
  });
}

/** The command API has a contract and flaws of its own. */
function refuseForCommandApi({ bundled }: Kit, { contract, flaw }: Options): void {
  const names = bundled.commandApi.flaws.map(({ name }) => name);
  if (contract !== undefined) {
    throw new KitError('BAD_USAGE', {
      happened: '--contract was given together with --command-api.',
      expected: 'one of them: the command API has a contract of its own',
      next: 'leave out one of the two',
    });
  }
  if (flaw === undefined || names.includes(flaw)) return;
  throw new KitError('BAD_USAGE', {
    happened: `The command API has no flaw "${flaw}".`,
    expected: `one of: ${names.join(', ')}`,
    next: 'name one of them, or leave out --command-api',
  });
}

/** The address holds a credential, so it is not shown. */
function noDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof KitError) return error;
  return new KitError(
    'TARGET_UNREACHABLE',
    {
      happened: `The database of --data cannot be used: ${error.message === '' ? codeOf(error) : error.message}.`,
      expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE of a server that takes connections',
      next: 'check that it runs and can be reached from here',
    },
    error,
  );
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
