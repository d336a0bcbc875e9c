import type { Command } from 'commander';
import { compareTargets } from '../judge/compare-targets.js';
import { KitError, type ExitCode } from '../model/kit-error.js';
import { counted } from '../model/spelled.js';
import { mostTargets } from '../model/target-comparison.js';
import { comparisonPaper } from '../report/paper/comparison-paper.js';
import type { Kit } from './kit.js';
import { paperOption } from './options.js';
import { paperFormats, paperIn, type PaperFormat } from './papers.js';
import { readReport } from './render-command.js';

interface CompareOptions {
  readonly as: PaperFormat;
  readonly strict?: true;
}

/** Adds `twiceshy compare`: targets side by side, and whether the first one, such as a fake, lies. */
export function addCompare(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('targets side by side: does the first, such as our fake, hold where another is broken')
    .argument('<reports...>', 'reports, or the folders that hold them: the stand-in first, then the others')
    .option('--as <format>', paperFormats.join(' | '), paperOption, 'text')
    .option('--strict', 'end with 1 too where the first is stricter than another')
    .action((paths: readonly string[], options: CompareOptions) => {
      if (paths.length < 2 || paths.length > mostTargets) throw tooFewOrMany(paths.length);
      const strict = options.strict === true;
      const comparison = compareTargets(
        paths.map((path) => readReport(path)),
        { strict },
      );
      kit.out(paperIn(options.as, comparison, comparisonPaper, kit.terminal));
      end(comparison.conclusion.exit as ExitCode);
    });
}

function tooFewOrMany(count: number): KitError {
  return new KitError('BAD_USAGE', {
    happened: `${counted(count, 'report was', 'reports were')} named.`,
    expected: `from 2 to ${mostTargets} reports: the stand-in first, then what it stands for`,
    next: 'name the reports of as many runs',
  });
}
