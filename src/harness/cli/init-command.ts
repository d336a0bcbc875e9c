import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { gradeAllowed } from '../plan/grade-allowed.js';
import type { Kit, ReadyContract } from './kit.js';
import { codeOf } from './read-file.js';
import { schemaLine } from './schema-line.js';

interface Options {
  readonly vendor?: string;
  readonly out?: string;
  readonly list?: true;
}

/** Adds `twiceshy init`: a commented adapter file to start from. */
export function addInit(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('init')
    .description('writes a commented adapter file to start from')
    .option('--vendor <name>', 'start from the ready contract of this vendor')
    .option('--out <file>', 'the file to write (default: VENDOR.yaml, or adapter.yaml)')
    .option('--list', 'the contracts that are ready, and the grade that their claims allow')
    .action((options: Options) => {
      if (options.list === true) kit.out(listed(kit.starts.ready));
      else writeStart(kit, options);
      end(exitCodes.conforms);
    });
}

function writeStart({ starts, out, schemaFile }: Kit, { vendor, out: named }: Options): void {
  const start = vendor === undefined ? starts.blank() : vendorCalled(starts.ready, vendor).text();
  const path = named ?? `${vendor ?? 'adapter'}.yaml`;
  try {
    // Somebody may have worked on it.
    writeFileSync(path, schemaLine(path, schemaFile) + start, { flag: 'wx' });
  } catch (error) {
    throw notWritten(path, error);
  }
  out(`${path}\n  next: fill it in, then \`twiceshy plan ${path}\`, which sends nothing\n`);
}

function vendorCalled(ready: readonly ReadyContract[], wanted: string): ReadyContract {
  const found = ready.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new KitError('BAD_USAGE', {
    happened: `There is no ready contract "${wanted}".`,
    expected: `one of: ${ready.map(({ name }) => name).join(', ')}`,
    next: 'see `twiceshy init --list`, or leave out --vendor to start from a blank file',
  });
}

function notWritten(path: string, error: unknown): KitError {
  const code = codeOf(error);
  const isThere = code === 'EEXIST';
  return new KitError(
    'BAD_USAGE',
    {
      happened: isThere ? `${path} is there already.` : `${path} cannot be written (${code}).`,
      expected: 'a new file in a folder that exists',
      next: 'name another file with --out',
    },
    error,
  );
}

function listed(ready: readonly ReadyContract[]): string {
  const rows = ready.map(({ name, read }) => {
    const { contract, offers } = read();
    return [name, contract.mode, gradeAllowed(contract, offers), contract.name];
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
