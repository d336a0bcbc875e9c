import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isJsonObject, parseJson } from '../model/json.js';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import type { Report } from '../model/report.js';
import { formats, type Format, type InconclusiveInJunit } from '../report/renderer.js';
import { renderers } from '../report/renderers.js';
import { sealReport } from './digest.js';
import type { Kit } from './kit.js';
import { formatOption, inconclusiveOption } from './options.js';
import { readNamedFile } from './read-file.js';

interface RenderedAs {
  readonly as: Format;
  readonly junitInconclusive: InconclusiveInJunit;
}

/** Adds `twiceshy render`: any format from a report.json, with no receiver at hand. */
export function addRender(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('render')
    .description('an existing report in another format, on standard output')
    .argument('<report>', 'a report.json, or the folder that holds it')
    .option('--as <format>', formats.join(' | '), formatOption, 'terminal')
    .option(
      '--junit-inconclusive <ending>',
      'what an inconclusive requirement is in JUnit XML: error or skipped',
      inconclusiveOption,
      'error',
    )
    .action((path: string, options: RenderedAs) => {
      const report = readReport(path);
      const { colour, width } = kit.terminal;
      const inconclusive = options.junitInconclusive;
      kit.out(renderers[options.as].render(report, { colour, width, inconclusive }));
      end(exitCodes.conforms);
    });
}

/** Reads a report; throws `BAD_FILE` for one that is none, of another format version, or changed since it was written. */
export function readReport(path: string): Report {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'report.json') : path;
  const value = parseJson(readNamedFile(file, 'a report.json'));
  if (!isJsonObject(value) || value['formatVersion'] !== 1 || !Array.isArray(value['entries'])) {
    throw new KitError('BAD_FILE', {
      happened: `${file} is no report that this version can read.`,
      expected: 'a report.json with formatVersion 1',
      next: 'name the report.json that `twiceshy run` wrote',
    });
  }
  const report = value as unknown as Report;
  const { digest, ...rest } = report;
  if (sealReport(rest).digest === digest) return report;
  throw new KitError('BAD_FILE', {
    happened: `${file} was changed after it was written: its digest does not fit.`,
    expected: 'the report as the run wrote it',
    next: 'take the original, or make the verdicts again with `twiceshy judge`',
  });
}
