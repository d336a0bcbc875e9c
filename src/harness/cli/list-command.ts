import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/kit-error.js';
import { selectScenarios } from '../plan/select.js';
import type { Kit } from './kit.js';
import { allFlaws } from './open-source.js';
import { repeatable } from './options.js';

/** Adds `twiceshy list`: the requirements, or the flaws. */
export function addList(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('list')
    .description('the requirements that a receiver is held to')
    .addOption(repeatable('--only <glob...>', 'only these requirements: ids, families, globs', 'all'))
    .option('--flaws', 'the deliberate flaws of the bundled receiver and of the sender instead')
    .option('--json', 'as JSON')
    .action((options: { readonly only: readonly string[]; readonly flaws?: true; readonly json?: true }) => {
      const rows = options.flaws === true ? everyFlaw(kit) : requirements(kit, options.only);
      kit.out(options.json === true ? `${JSON.stringify(rows, null, 2)}\n` : table(rows));
      end(exitCodes.conforms);
    });
}

/** Those too that take another contract than the bundled one. */
function everyFlaw(kit: Kit): readonly object[] {
  const ofJobs = kit.receiverFlaws.filter(({ needs }) => needs === 'jobs');
  return [
    ...allFlaws(kit),
    ...ofJobs.map(({ name, requirement, summary }) => ({ name, requirement, summary })),
  ];
}

function requirements(kit: Kit, only: readonly string[]): readonly object[] {
  return selectScenarios(kit.scenarios, only).map(({ id, level, title, needs }) => ({
    id,
    level,
    title,
    needs,
  }));
}

function table(rows: readonly object[]): string {
  const cells = rows.map((row) =>
    Object.values(row).map((cell) => (Array.isArray(cell) ? cell.join(' ') : String(cell))),
  );
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
