import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { KitError } from '../model/kit-error.js';
import type { Report } from '../model/report.js';
import { codeOf } from './read-file.js';
import { receiverOutput } from './receiver-output.js';
import { formats } from '../report/renderer.js';
import { renderers } from '../report/renderers.js';

/** The folder that a run writes: a report in every format, and the histories it rests on. */
export interface OutputFolder {
  readonly path: string;
  /** The file of a scenario's history, below the folder. */
  historyFile(scenario: string): string;
  openHistory(scenario: string): { write(line: string): void; close(): void };
  writeReports(report: Report): void;
  /** Writes what the receiver's process printed beside the histories. */
  writeReceiverOutput(text: string): void;
}

const evidence = 'evidence';

/** Opens the folder. Throws `BAD_USAGE` for one that holds something else than an earlier report, or cannot be made. */
export function openOutputFolder(path: string): OutputFolder {
  try {
    clear(path);
  } catch (error) {
    throw error instanceof KitError ? error : unwritable(path, error);
  }
  const historyFile = (scenario: string): string =>
    join('histories', `${scenario.replaceAll('/', '.')}.ndjson`);
  return {
    path,
    historyFile,
    openHistory: (scenario) => {
      const file = openSync(join(path, historyFile(scenario)), 'w');
      return {
        write: (line) => {
          writeSync(file, line);
        },
        close: () => {
          closeSync(file);
        },
      };
    },
    writeReports: (report) => {
      for (const format of formats) {
        const renderer = renderers[format];
        writeFileSync(join(path, renderer.file), renderer.render(report));
      }
    },
    writeReceiverOutput: (text) => {
      mkdirSync(join(path, evidence), { recursive: true });
      writeFileSync(join(path, evidence, 'receiver-output.txt'), receiverOutput(text));
    },
  };
}

/** Takes an earlier report away and makes the folder anew. */
function clear(path: string): void {
  const histories = join(path, 'histories');
  const occupied = existsSync(path) && readdirSync(path).length > 0;
  if (occupied && !existsSync(join(path, 'report.json')) && !existsSync(histories)) throw occupiedBy(path);
  for (const folder of [histories, join(path, evidence)]) rmSync(folder, { recursive: true, force: true });
  for (const format of formats) rmSync(join(path, renderers[format].file), { force: true });
  mkdirSync(histories, { recursive: true });
}

function unwritable(path: string, error: unknown): KitError {
  return new KitError(
    'BAD_USAGE',
    {
      happened: `The folder ${path} cannot be written to (${codeOf(error)}).`,
      expected: 'a folder that can be made and written to',
      next: 'name another folder with --out',
    },
    error,
  );
}

function occupiedBy(path: string): KitError {
  return new KitError('BAD_USAGE', {
    happened: `The folder ${path} holds files that are no report.`,
    expected: 'a new or empty folder, or one that holds an earlier report (which is then replaced)',
    next: 'name another folder with --out',
  });
}
