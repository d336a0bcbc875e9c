import { hash } from 'node:crypto';
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
import type { EvidenceFile, Report } from '../model/report.js';
import { codeOf } from './read-file.js';
import { formats, type RenderOptions } from '../report/renderer.js';
import { renderers } from '../report/renderers.js';

/** The folder that a run writes: a report in every format, and the histories it rests on. */
export interface OutputFolder {
  readonly path: string;
  openHistory(scenario: string): { write(line: string): void; close(): void };
  writeReports(report: Report, options?: RenderOptions): void;
  /** Writes a file beside the histories, and says what the report is to name it by. */
  writeEvidence(name: string, text: string): EvidenceFile;
}

/** The folder of the histories, below the report's. */
export const historiesFolder = 'histories';

/** The folder of all other evidence, below the report's. */
export const evidenceFolder = 'evidence';

/** The file of a scenario's history, below the report's folder. */
export function historyFile(scenario: string): string {
  return `${historiesFolder}/${scenario.replaceAll('/', '.')}.ndjson`;
}

/** What a report names a file of its evidence by. */
export function evidenceFile(name: string, bytes: Buffer): EvidenceFile {
  return { file: `${evidenceFolder}/${name}`, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

/** Opens the folder. Throws `BAD_USAGE` for one that holds something else than an earlier report, or cannot be made. */
export function openOutputFolder(path: string): OutputFolder {
  try {
    clear(path);
  } catch (error) {
    throw error instanceof KitError ? error : unwritable(path, error);
  }
  return {
    path,
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
    writeReports: (report, options) => {
      for (const format of formats) {
        const renderer = renderers[format];
        writeFileSync(join(path, renderer.file), renderer.render(report, options));
      }
    },
    writeEvidence: (name, text) => {
      const bytes = Buffer.from(text, 'utf8');
      mkdirSync(join(path, evidenceFolder), { recursive: true });
      writeFileSync(join(path, evidenceFolder, name), bytes);
      return evidenceFile(name, bytes);
    },
  };
}

/** Takes an earlier report away and makes the folder anew. */
function clear(path: string): void {
  const histories = join(path, historiesFolder);
  const occupied = existsSync(path) && readdirSync(path).length > 0;
  if (occupied && !existsSync(join(path, 'report.json')) && !existsSync(histories)) throw occupiedBy(path);
  for (const folder of [histories, join(path, evidenceFolder)])
    rmSync(folder, { recursive: true, force: true });
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
