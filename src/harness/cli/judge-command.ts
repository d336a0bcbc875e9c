import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Judged } from '../judge/judge-history.js';
import { settleDependencies } from '../judge/settle-dependencies.js';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import { goneIn } from '../model/history-view.js';
import { familyOf } from '../plan/levels.js';
import { readChain } from '../run/chain.js';
import { judgeRecorded, judgeSequence } from './judge-recorded.js';
import type { Kit } from './kit.js';
import { readNamedFile } from './read-file.js';

/** Adds `twiceshy judge`: verdicts again from recorded histories, with no receiver at hand. */
export function addJudge(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('judge')
    .description('verdicts again from recorded histories; verifies the hash chain')
    .argument('<history...>', 'history files, or folders that hold some')
    .option('--json', 'as JSON')
    .action((paths: readonly string[], options: { readonly json?: true }) => {
      const judged = settleDependencies(filesOf(paths).map((file) => judgeFile(kit, file)));
      kit.out(options.json === true ? asJson(judged) : inWords(judged));
      end(exitOf(judged));
    });
}

function filesOf(paths: readonly string[]): readonly string[] {
  const files = paths.flatMap((path) => {
    if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
    const inner = existsSync(join(path, 'histories')) ? join(path, 'histories') : path;
    return readdirSync(inner)
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => join(inner, name));
  });
  if (files.length > 0) return files;
  throw new KitError('NOTHING_SELECTED', {
    happened: `There is no history in ${paths.join(', ')}.`,
    expected: 'files that end in .ndjson, as a run writes them into its folder histories',
    next: 'name the folder of a report',
  });
}

function judgeFile(kit: Kit, file: string): Judged {
  const events = readChain(readNamedFile(file, 'a recorded history (NDJSON)'), file);
  const [opened] = events;
  const id = opened?.type === 'history-opened' ? opened.scenario : '';
  const { requirement } = kit.sequences;
  if (familyOf(id) === familyOf(requirement.id)) return judgeSequence(kit, { ...requirement, id }, events);
  const scenario = kit.scenarios.find((each) => each.id === id);
  const judged = scenario === undefined ? null : judgeRecorded(kit, scenario, events);
  if (judged !== null) return judged;
  throw new KitError('BAD_FILE', {
    happened: `${file} is the history of a requirement that this version does not know.`,
    expected: 'a history that begins with history-opened and names a requirement of `twiceshy list`',
    next: 'judge it with the version of the kit that recorded it',
  });
}

function asJson(judged: readonly Judged[]): string {
  const rows = judged.map(({ scenario, level, verdict, why, sides, cases, findings }) => ({
    id: scenario.id,
    level,
    verdict,
    why,
    ...sides,
    cases,
    findings: findings.map(({ invariant, sentence, events }) => ({ invariant, sentence, events })),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function inWords(judged: readonly Judged[]): string {
  const lines = judged.flatMap(({ scenario, level, verdict, why, findings }) => [
    `${verdict.padEnd(13)} ${level.padEnd(6)} ${scenario.id}${why === '' ? '' : `  (${why})`}`,
    ...findings.slice(0, 3).map(({ sentence }) => `              ${sentence}`),
  ]);
  const gone = judged.flatMap(({ view }) => goneIn(view?.events ?? []) ?? []);
  const loss = gone.map(({ why }) => `The target was gone before the end of the run: ${why}.\n`).join('');
  return `${lines.join('\n')}\n${judged.length} histories, every chain whole.\n${loss}`;
}

/** A target that was gone wins over all, as in a run. Fail wins over a fault of the kit, and that over inconclusive; nothing passed is never conforming. */
function exitOf(judged: readonly Judged[]): ExitCode {
  if (judged.some(({ view }) => goneIn(view?.events ?? []) !== null)) return exitCodes.unreachable;
  const must = judged.filter(({ level }) => level === 'MUST').map(({ verdict }) => verdict);
  if (must.includes('fail')) return exitCodes.doesNotConform;
  if (judged.some(({ verdict }) => verdict === 'kit-error')) return exitCodes.kitFault;
  if (must.includes('inconclusive') || !judged.some(({ verdict }) => verdict === 'pass'))
    return exitCodes.inconclusive;
  return exitCodes.conforms;
}
