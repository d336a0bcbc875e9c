import type { Command } from 'commander';
import type { ExitCode } from '../model/kit-error.js';
import { manyLines } from '../report/shown-text.js';
import { linesToPaste } from './baseline-file.js';
import type { Kit } from './kit.js';
import { gradeOption, inconclusiveOption, unswallowed } from './options.js';
import { showReport } from './reported.js';
import { addTrialOptions, carryOutTrial, type TrialOptions } from './trial-options.js';

interface RunOptions extends TrialOptions {
  readonly json?: true;
}

/** Adds `twiceshy run`: puts a receiver on trial and writes the report. */
export function addRun(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  addTrialOptions(program.command('run'))
    .description('put a receiver on trial; without a file, the bundled reference receiver')
    .option('--sequences <file>', 'sequences that a campaign has kept, beside the requirements')
    .option('--require <grade>', 'end with 1 unless this grade is reached', gradeOption)
    .option('--strict', 'end with 2 when a MUST was not exercised')
    .option(
      '--baseline <file>',
      'known failures, which do not fail the run; 3 when it is stale or not enough',
    )
    .option(
      '--junit-inconclusive <ending>',
      'what an inconclusive requirement is in junit.xml: error or skipped',
      inconclusiveOption,
      'error',
    )
    .option('--json', 'print report.json on standard output')
    .action(async (file: string | undefined, options: RunOptions) => {
      await carryOutTrial(kit, { ...options, ...unswallowed(file, options.only) }, (report) => {
        showReport(kit, report, options.json === true);
        const lines = linesToPaste(report);
        if (lines !== '')
          kit.err(`\n  for "known" in the baseline, once somebody owns it:\n${manyLines(lines)}\n`);
        end(report.conclusion.exit as ExitCode);
      });
    });
}
