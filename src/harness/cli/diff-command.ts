import type { Command } from 'commander';
import { diffReports } from '../judge/diff-reports.js';
import type { ExitCode } from '../model/kit-error.js';
import { diffPaper } from '../report/paper/diff-paper.js';
import type { Kit } from './kit.js';
import { paperOption } from './options.js';
import { paperFormats, paperIn, type PaperFormat } from './papers.js';
import { readReport } from './render-command.js';

interface DiffOptions {
  readonly as: PaperFormat;
  readonly strict?: true;
}

/** Adds `twiceshy diff`: what got better and worse from one report to the next. */
export function addDiff(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('diff')
    .description('what got better, worse, newly or no longer exercised, and how the contract drifted')
    .argument('<old>', 'the older report.json, or the folder that holds it')
    .argument('<new>', 'the newer one')
    .option('--as <format>', paperFormats.join(' | '), paperOption, 'text')
    .option('--strict', 'take what is no longer exercised for worse')
    .action((old: string, young: string, options: DiffOptions) => {
      const diff = diffReports(readReport(old), readReport(young), { strict: options.strict === true });
      kit.out(paperIn(options.as, diff, diffPaper, kit.terminal));
      end(diff.conclusion.exit as ExitCode);
    });
}
