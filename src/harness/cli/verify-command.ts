import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { counted } from '../model/spelled.js';
import { renderers } from '../report/renderers.js';
import { oneLine } from '../report/shown-text.js';
import type { Kit } from './kit.js';
import { digestOption } from './options.js';
import { historiesFolder } from './output-folder.js';
import type { Trouble, Verification } from './verify/verification.js';
import { verifyFolder } from './verify/verify-folder.js';

interface VerifyOptions {
  readonly head?: string;
  readonly json?: true;
}

/** Adds `twiceshy verify`: is a report what its evidence supports, and is each file of its folder what was written? */
export function addVerify(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('verify')
    .description('is a report what its evidence supports: every file, chain, verdict and the grade again')
    .argument('<folder>', 'the folder of a report, or its report.json')
    .option('--head <digest>', 'the digest that the run printed, kept elsewhere', digestOption)
    .option('--json', 'as JSON')
    .action((path: string, { head, json }: VerifyOptions) => {
      const found = verifyFolder(kit, folderOf(path));
      const troubles = [...found.troubles, ...otherHead(found, head)];
      const supported = troubles.length === 0;
      const whole = { ...found, troubles };
      kit.out(json === true ? `${JSON.stringify({ supported, ...whole }, null, 2)}\n` : inWords(whole, head));
      end(supported ? exitCodes.conforms : exitCodes.doesNotConform);
    });
}

function folderOf(path: string): string {
  const folder = existsSync(path) && statSync(path).isFile() ? dirname(path) : path;
  const parts = [renderers.json.file, historiesFolder].map((name) => join(folder, name));
  if (parts.some((part) => existsSync(part))) return folder;
  throw new KitError('BAD_FILE', {
    happened: `${path} is no folder of a report.`,
    expected: `a folder with ${renderers.json.file} and ${historiesFolder}/, as a run writes it`,
    next: 'name the folder that `twiceshy run --out` wrote, all of it',
  });
}

function otherHead({ digest }: Verification, head: string | undefined): readonly Trouble[] {
  if (head === undefined || digest === null || head === digest) return [];
  return [
    {
      file: renderers.json.file,
      what: `its digest is ${digest}, and not the ${head} that was kept elsewhere`,
    },
  ];
}

function inWords(found: Verification, head: string | undefined): string {
  const { troubles, notes, checked, digest } = found;
  const { histories, events, verdicts, renderings, evidence } = checked;
  const good = troubles.length === 0;
  const lines = [
    good ? '✓ The report is what its evidence supports.' : '✗ The report is not what its evidence supports.',
    ...troubles.map(({ file, what }) => `  ${oneLine(file)}: ${oneLine(what)}`),
    `  ${counted(histories, 'history is', 'histories are')} whole, with ${counted(events, 'event')}.`,
    ...(verdicts === 0
      ? []
      : [`  ${counted(verdicts, 'verdict')}, contract, grade and policy were made again from them.`]),
    ...(renderings === 0 ? [] : [`  ${counted(renderings, 'other format')} held to report.json.`]),
    ...(evidence === 0
      ? []
      : [`  ${counted(evidence, 'file')} of evidence held to the digest in report.json.`]),
    ...notes.map((note) => `  ${oneLine(note)}`),
    ...(good && head === undefined
      ? [
          `  Its digest is ${digest ?? ''}. Whoever rewrites a whole folder can make one that fits itself:`,
          '  compare this with the digest that the run printed (--head).',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
