import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { gradeAllowed } from '../plan/grade-allowed.js';
import { DialogueEnded } from './init/dialogue.js';
import { fillingsOf, hostToAllow } from './init/fillings.js';
import { interview, type Answers } from './init/interview.js';
import type { Kit, ReadyContract } from './kit.js';
import { codeOf } from './read-file.js';
import { schemaLine } from './schema-line.js';

interface Options {
  readonly vendor?: string;
  readonly out?: string;
  readonly list?: true;
  readonly yes?: true;
}

/** Adds `twiceshy init`: a commented adapter file to start from. */
export function addInit(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('init')
    .description(
      'writes a commented adapter file to start from; asks on a terminal where no option says what',
    )
    .option('--vendor <name>', 'start from the ready contract of this vendor')
    .option('--out <file>', 'the file to write (default: VENDOR.yaml, or adapter.yaml)')
    .option('--list', 'the contracts that are ready, and the grade that their claims allow')
    .option('--yes', 'ask nothing: write the file as it is')
    .action(async ({ vendor, out, list, yes }: Options) => {
      if (list === true) kit.out(listed(kit.starts.ready));
      else if (vendor === undefined && out === undefined && yes !== true && kit.openDialogue !== null) {
        return end(await askAndWrite(kit, kit.openDialogue()));
      } else writeStart(kit, { vendor, out });
      end(exitCodes.conforms);
    });
}

function writeStart(
  kit: Kit,
  { vendor, out }: { readonly vendor: string | undefined; readonly out: string | undefined },
): void {
  const path = out ?? `${vendor ?? 'adapter'}.yaml`;
  // Somebody may have worked on it.
  write(kit, { path, text: startOf(kit, vendor ?? null), overwrite: false });
  kit.out(`${path}\n  next: fill it in, then \`twiceshy plan ${path}\`, which sends nothing\n`);
}

/** Asks for what the file is to say; nothing is written before the last answer. */
async function askAndWrite(
  kit: Kit,
  dialogue: ReturnType<NonNullable<Kit['openDialogue']>>,
): Promise<ExitCode> {
  const { ready, textAt } = kit.starts;
  const addressOf = (vendor: string | null): string =>
    textAt(startOf(kit, vendor), ['target', 'base_url']) ?? '';
  try {
    const vendors = ready.map(({ name, read }) => ({ name, words: read().contract.name }));
    const answers = await interview(dialogue, { vendors, addressOf, place: placeOf });
    const { file: path, overwrite } = answers;
    const text = filled(kit, answers);
    write(kit, { path, text, overwrite });
    kit.out(wayOn(answers, text));
    return exitCodes.conforms;
  } catch (error) {
    if (!(error instanceof DialogueEnded)) throw error;
    kit.out('\nNothing was written.\n');
    return exitCodes.inconclusive;
  } finally {
    dialogue.close();
  }
}

function filled(kit: Kit, answers: Answers): string {
  const start = startOf(kit, answers.vendor);
  return fillingsOf(answers).reduce((text, { at, value }) => kit.starts.fillIn(text, at, value), start);
}

function placeOf(path: string): 'free' | 'taken' | 'no folder' {
  if (existsSync(path)) return 'taken';
  return existsSync(dirname(path)) ? 'free' : 'no folder';
}

/** What is left to do by hand, and the command that comes next. */
function wayOn({ file, baseUrl, blank }: Answers, text: string): string {
  const written = text.replaceAll(/(?:^|\s)#.*$/gm, '');
  const unset = [...new Set([...written.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name))];
  const host = hostToAllow(baseUrl);
  return [
    '',
    `${file} is written.`,
    ...(unset.length === 0 ? [] : [`  set in the environment: ${unset.join(', ')}`]),
    ...(blank === null
      ? []
      : ['  fill in: create.body as your receiver takes it, outcomes, and what its owner claims']),
    `  next: twiceshy doctor ${file}${host === null ? '' : ` --i-may-write-to ${host}`}`,
    '',
  ].join('\n');
}

function startOf({ starts }: Kit, vendor: string | null): string {
  return vendor === null ? starts.blank() : vendorCalled(starts.ready, vendor).text();
}

function write(
  { schemaFile }: Kit,
  { path, text, overwrite }: { readonly path: string; readonly text: string; readonly overwrite: boolean },
): void {
  try {
    writeFileSync(path, schemaLine(path, schemaFile) + text, { flag: overwrite ? 'w' : 'wx' });
  } catch (error) {
    throw notWritten(path, error);
  }
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
