import type { Command } from 'commander';
import type { Report } from '../model/report.js';
import type { Kit } from './kit.js';
import { effortOption, planeOption, repeatable, wholeNumber } from './options.js';
import { reported } from './reported.js';
import { newRunId } from './run-id.js';
import { trial, type TrialRequest } from './trial.js';

const largestSeed = 4_294_967_295;

/** What the command line of a trial says, as commander reads it. */
export interface TrialOptions extends Pick<
  TrialRequest,
  | 'flaw'
  | 'variant'
  | 'only'
  | 'sequences'
  | 'seed'
  | 'effort'
  | 'plane'
  | 'require'
  | 'baseline'
  | 'junitInconclusive'
> {
  readonly strict?: boolean;
  readonly out?: string;
  readonly iMayWriteTo: readonly string[];
}

const planeHelp =
  'proxy: faults on real sockets; msw: faults at the fetch of the sender (and the bundled receiver in process, in virtual time)';

/** Adds the adapter and the options that every command has that puts a receiver on trial. */
export function addTrialOptions(command: Command): Command {
  return command
    .argument('[adapter]', 'an adapter file in YAML, or a module')
    .option('--flaw <name>', 'give the bundled receiver (or the sender) a named flaw')
    .option('--variant <name>', 'another way to the create, of the section variants')
    .addOption(repeatable('--only <glob...>', 'only these requirements: ids, families, globs', 'all'))
    .option('--seed <n>', 'the seed that chance comes from', wholeNumber('--seed', 0, largestSeed), 1)
    .option('--effort <effort>', 'quick, standard or thorough', effortOption, 'standard')
    .option('--plane <plane>', planeHelp, planeOption, 'proxy')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .option('--out <dir>', 'the folder for the report (default: twiceshy-report/<run>)');
}

/** Carries out the trial that a command line asks for, and hands its report to `tell` before it says where it is. */
export async function carryOutTrial(
  kit: Kit,
  options: TrialOptions & Pick<TrialRequest, 'file'>,
  tell: (report: Report) => void,
): Promise<void> {
  const run = newRunId(kit);
  const request = {
    ...options,
    run,
    mayWriteTo: options.iMayWriteTo,
    strict: options.strict ?? false,
  };
  await reported(
    kit,
    { ...options, run },
    async (folder, openOutput) => trial(kit, request, folder, openOutput),
    tell,
  );
}
