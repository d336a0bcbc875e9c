import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ExitCode } from '../model/kit-error.js';
import type { Report } from '../model/report.js';
import { renderers } from '../report/renderers.js';
import { scratchFolder } from '../run/scratch-folder.js';
import { trial, type TrialRequest } from './trial.js';
import type { Kit } from './kit.js';
import { effortOption, gradeOption, planeOption, repeatable, wholeNumber, unswallowed } from './options.js';
import { openOutputFolder, type OutputFolder } from './output-folder.js';
import { newRunId } from './run-id.js';

const largestSeed = 4_294_967_295;

interface RunOptions extends Omit<TrialRequest, 'file' | 'run' | 'strict'> {
  readonly strict?: boolean;
  readonly out?: string;
  readonly json?: true;
}

const planeHelp =
  'proxy: faults on real sockets; msw: faults at the fetch of the sender (and the bundled receiver in process, in virtual time)';

/** Adds `twiceshy run`: puts a receiver on trial and writes the report. */
export function addRun(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('put a receiver on trial; without a file, the bundled reference receiver')
    .argument('[adapter]', 'an adapter file in YAML, or a module')
    .option('--flaw <name>', 'give the bundled receiver (or the sender) a named flaw')
    .option('--variant <name>', 'another way to the create, of the section variants')
    .addOption(repeatable('--only <glob...>', 'only these requirements: ids, families, globs', 'all'))
    .option('--sequences <file>', 'sequences that a campaign has kept, beside the requirements')
    .option('--seed <n>', 'the seed that chance comes from', wholeNumber('--seed', 0, largestSeed), 1)
    .option('--effort <effort>', 'quick, standard or thorough', effortOption, 'standard')
    .option('--plane <plane>', planeHelp, planeOption, 'proxy')
    .option('--require <grade>', 'end with 1 unless this grade is reached', gradeOption)
    .option('--strict', 'end with 2 when a MUST was not exercised')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .option('--out <dir>', 'the folder for the report (default: twiceshy-report/<run>)')
    .option('--json', 'print report.json on standard output')
    .action(async (file: string | undefined, options: RunOptions & { iMayWriteTo: readonly string[] }) => {
      const run = newRunId(kit);
      const request = {
        ...options,
        ...unswallowed(file, options.only),
        run,
        mayWriteTo: options.iMayWriteTo,
        strict: options.strict ?? false,
      };
      const inProcess = request.file === undefined && request.plane === 'msw';
      const folder = inProcess
        ? scratchFolder('twiceshy-outbox-')
        : mkdtempSync(join(tmpdir(), 'twiceshy-outbox-'));
      let output: OutputFolder | null = null;
      try {
        const report = await trial(kit, request, folder, () => {
          output ??= openOutputFolder(options.out ?? join('twiceshy-report', run));
          return output;
        });
        show(kit, report, options.json === true);
        end(report.conclusion.exit as ExitCode);
      } finally {
        rmSync(folder, { recursive: true, force: true });
        const written = output as OutputFolder | null;
        if (written !== null) kit.err(`\n  report: ${join(written.path, renderers.html.file)}\n`);
      }
    });
}

function show(kit: Kit, report: Report, asJson: boolean): void {
  const renderer = asJson ? renderers.json : renderers.terminal;
  const { colour, width } = kit.terminal;
  kit.out(renderer.render(report, { colour: colour && !asJson, width }));
}
