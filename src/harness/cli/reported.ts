import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../model/report.js';
import { renderers } from '../report/renderers.js';
import { scratchFolder } from '../run/scratch-folder.js';
import type { Kit } from './kit.js';
import { openOutputFolder, type OutputFolder } from './output-folder.js';

/** Where a run takes place, and where its report goes. */
interface Place {
  readonly file: string | undefined;
  readonly run: string;
  readonly out?: string | undefined;
}

/**
 * Lets `make` make a report, with a folder for the sender's databases that is gone afterwards and a folder for the
 * report that is opened once there is something to write; hands it to `tell`, and then says where it is.
 */
export async function reported(
  kit: Kit,
  { file, run, out }: Place,
  make: (folder: string, openOutput: () => OutputFolder) => Promise<Report>,
  tell: (report: Report) => void,
): Promise<void> {
  const prefix = 'twiceshy-outbox-';
  const folder = file === undefined ? scratchFolder(prefix) : mkdtempSync(join(tmpdir(), prefix));
  let output: OutputFolder | null = null;
  let digest = '';
  try {
    const report = await make(folder, () => {
      output ??= openOutputFolder(out ?? join('twiceshy-report', run));
      return output;
    });
    ({ digest } = report);
    tell(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    const written = output as OutputFolder | null;
    if (written !== null) kit.err(`\n  report: ${join(written.path, renderers.html.file)}\n`);
    if (digest !== '') kit.err(`  digest: ${digest} (for \`twiceshy verify --head\`)\n`);
  }
}

/** Prints a report for a person, or as JSON for a program. */
export function showReport(kit: Kit, report: Report, asJson: boolean): void {
  const renderer = asJson ? renderers.json : renderers.terminal;
  const { colour, width } = kit.terminal;
  kit.out(renderer.render(report, { colour: colour && !asJson, width }));
}
