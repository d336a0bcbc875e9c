import type { Command } from 'commander';
import { observedContract, saysSomething } from '../judge/observed-contract.js';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import type { Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';
import { selectScenarios } from '../plan/select.js';
import type { Kit } from './kit.js';
import { isModule } from './load-adapter.js';
import { unswallowed } from './options.js';
import { readNamedFile } from './read-file.js';
import { readReport } from './render-command.js';
import { addTrialOptions, carryOutTrial, type TrialOptions } from './trial-options.js';

interface InferOptions extends TrialOptions {
  readonly from?: string;
}

/** Adds `twiceshy infer`: the adapter file with what was observed in place of what it claims. */
export function addInfer(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  addTrialOptions(program.command('infer'))
    .description(
      'the contract as observed, as YAML: the adapter file with what was seen in place of its claims',
    )
    .option('--from <report>', 'take what a report has seen, and send nothing')
    .action(async (file: string | undefined, options: InferOptions) => {
      const named = unswallowed(file, options.only);
      const base = textOf(kit, named.file);
      const tell = (report: Report): void => {
        const observed = observedContract(report);
        kit.out(kit.writeObserved(observed, base));
        end(exitOf(report, saysSomething(observed)));
      };
      if (options.from !== undefined) {
        tell(readReport(options.from));
        return;
      }
      // A burst sends about as much as all the rest, which has to do with the creates that the file allows.
      const frugal = kit.scenarios.filter(({ needs }) => !needs.includes('burst'));
      const selected = named.only.length === 0 ? frugal : selectScenarios(kit.scenarios, named.only);
      const only = observing(selected, kit.scenarios);
      await carryOutTrial(kit, { ...options, file: named.file, only: only.map(({ id }) => id) }, tell);
    });
}

/** The text to write into; a module has none. */
function textOf(kit: Kit, file: string | undefined): Parameters<Kit['writeObserved']>[1] {
  if (file === undefined) return { text: kit.bundled.text(), file: kit.bundled.file };
  return isModule(file) ? null : { text: readNamedFile(file, 'an adapter file in YAML, or a module'), file };
}

/** Those of the selected that observe a line of the contract, and what several of them stand on; what they cost counts. */
function observing(selected: readonly Scenario[], all: readonly Scenario[]): readonly Scenario[] {
  const chosen = selected.filter(({ shows = [] }) => shows.length > 0);
  if (chosen.length === 0) {
    throw new KitError('NOTHING_SELECTED', {
      happened: 'No requirement that was selected observes anything that an adapter file claims.',
      expected: `one of ${all.flatMap(({ id, shows = [] }) => (shows.length > 0 ? [id] : [])).join(', ')}`,
      next: 'leave out --only, or name one of these',
    });
  }
  const bears = (ground: string): boolean =>
    chosen.filter(({ dependsOn }) => dependsOn.includes(ground)).length > 1;
  return all.filter((each) => chosen.includes(each) || bears(each.id));
}

/** As a run ends where it could not go on; else whether there was anything to write. */
function exitOf({ conclusion, complete }: Report, said: boolean): ExitCode {
  const stopped: readonly number[] = [exitCodes.unreachable, exitCodes.kitFault];
  if (!complete || stopped.includes(conclusion.exit)) return conclusion.exit as ExitCode;
  return said ? exitCodes.conforms : exitCodes.inconclusive;
}
