import type { Command } from 'commander';
import type { Effort } from '../model/effort.js';
import type { ExitCode } from '../model/kit-error.js';
import type { Plane } from '../run/endpoint-plane.js';
import { readPath } from '../run/campaign/path.js';
import type { HuntRequest } from './hunt.js';
import type { Kit } from './kit.js';
import { effortOption, planeOption, repeatable, wholeNumber } from './options.js';
import { reported, showReport } from './reported.js';
import { newRunId } from './run-id.js';

const largestSeed = 4_294_967_295;

interface Options extends Omit<HuntRequest, 'file' | 'run' | 'mayWriteTo' | 'plane'> {
  readonly plane?: Plane;
  readonly out?: string;
  readonly json?: true;
  readonly iMayWriteTo: readonly string[];
}

/** Adds `twiceshy campaign`: sequences by chance, and what breaks a promise made as small as it can be. */
export function addCampaign(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('campaign')
    .description('random sequences of actions and mishaps, shrunk to the smallest that fails')
    .argument(
      '[adapter]',
      'an adapter file in YAML, or a module; without one, the bundled receiver in process',
    )
    .option('--flaw <name>', 'give the bundled receiver (or the sender) a named flaw')
    .option('--variant <name>', 'another way to the create, of the section variants')
    .option('--seed <n>', 'the seed that chance comes from', wholeNumber('--seed', 0, largestSeed), 1)
    .option('--path <path>', 'play the one sequence that a campaign with this seed has printed')
    .option('--runs <n>', 'the most sequences', wholeNumber('--runs', 1, 1_000_000), 200)
    .option(
      '--seconds <n>',
      'begin no sequence after so many seconds',
      wholeNumber('--seconds', 1, 86_400),
      600,
    )
    .option('--findings <n>', 'end with so many different findings', wholeNumber('--findings', 1, 100), 3)
    .option(
      '--effort <effort>',
      'how long a sequence may be: quick, standard or thorough',
      effortOption,
      'standard' satisfies Effort,
    )
    .option(
      '--plane <plane>',
      'proxy: over real sockets (with an adapter file); msw: in process (without one)',
      planeOption,
    )
    .option('--keep <file>', 'add what is found to this file, for `run --sequences`')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .option('--out <dir>', 'the folder for the report (default: twiceshy-report/<run>)')
    .option('--json', 'print report.json on standard output')
    .action(async (file: string | undefined, options: Options) => {
      if (options.path !== undefined) readPath(options.path);
      // A tenth of a second to load, for which no other command has a use.
      const { hunt } = await import('./hunt.js');
      const run = newRunId(kit);
      const plane = options.plane ?? (file === undefined ? 'msw' : 'proxy');
      const request = { ...options, file, run, plane, mayWriteTo: options.iMayWriteTo };
      await reported(
        kit,
        request,
        async (folder, openOutput) => hunt(kit, request, folder, openOutput),
        (report) => {
          showReport(kit, report, options.json === true);
          end(report.conclusion.exit as ExitCode);
        },
      );
    });
}
