import type { Command } from 'commander';
import type { AdapterFile } from '../model/adapter-file.js';
import type { Effort } from '../model/effort.js';
import { exitCodes, type ExitCode } from '../model/kit-error.js';
import { planRun, type PlannedScenario } from '../plan/plan-run.js';
import { manyLines } from '../report/shown-text.js';
import { selectScenarios } from '../plan/select.js';
import { hookOffers } from '../run/endpoint-controls.js';
import { planeOffers, type Plane } from '../run/endpoint-plane.js';
import { seededRandom } from '../run/seeded-random.js';
import type { Need } from '../model/need.js';
import { refusalOf } from './guard.js';
import type { Kit } from './kit.js';
import { loadAdapter } from './load-adapter.js';
import { refuseVariant } from './open-source.js';
import { effortOption, planeOption, repeatable, unswallowed } from './options.js';

/** Adds `twiceshy plan`: what would be sent; sends nothing. */
export function addPlan(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('plan')
    .description('what would be sent: requirements, creates, what is left out and why; sends nothing')
    .argument('[adapter]', 'an adapter file in YAML, or a module')
    .option('--variant <name>', 'another way to the create, of the section variants')
    .addOption(repeatable('--only <glob...>', 'only these requirements: ids, families, globs', 'all'))
    .option('--effort <effort>', 'quick, standard or thorough', effortOption, 'standard')
    .option('--plane <plane>', 'the plane that a run would take: proxy or msw', planeOption, 'proxy')
    .addOption(
      repeatable('--i-may-write-to <host>', 'a host, not this machine, that a run may write to', 'none'),
    )
    .option('--json', 'as JSON')
    .action(
      async (
        named: string | undefined,
        options: {
          only: readonly string[];
          effort: Effort;
          plane: Plane;
          iMayWriteTo: readonly string[];
          json?: true;
          variant?: string;
        },
      ) => {
        const { file, only } = unswallowed(named, options.only);
        const scenarios = selectScenarios(kit.scenarios, only);
        const read = await fileFor(kit, file, options.variant);
        const controls: readonly Need[] =
          file === undefined ? bundledControls(kit, options.plane) : hookOffers(read);
        const { contract, offers, origin } = read.adapter;
        const plan = planRun({
          scenarios,
          contract,
          offers: [...offers, ...planeOffers(options.plane), ...controls],
          random: seededRandom(1),
          run: 'plan',
          effort: options.effort,
        });
        kit.out(
          options.json === true
            ? asJson(plan)
            : inWords(plan, {
                name: contract.name,
                origin,
                most: contract.limits.creates,
                notes: read.notes,
              }),
        );
        const refusal =
          file === undefined
            ? null
            : refusalOf(read, { mayWriteTo: options.iMayWriteTo, environment: kit.environment });
        if (refusal !== null) kit.err(`${manyLines(`A run would be refused: ${refusal.message}`)}\n`);
        end(exitCodes.conforms);
      },
    );
}

/** The adapter file that is named, or the bundled contract. */
async function fileFor(
  kit: Kit,
  file: string | undefined,
  variant: string | undefined,
): Promise<AdapterFile> {
  if (file !== undefined) return (await loadAdapter(kit, file, variant))();
  refuseVariant(variant);
  return kit.readAdapter(kit.bundled.text(), kit.bundled.file);
}

/** In process it cannot be killed. */
function bundledControls({ bundled }: Kit, plane: Plane): readonly Need[] {
  return plane === 'msw' ? bundled.offers : [...bundled.offers, 'kill'];
}

function asJson(plan: readonly PlannedScenario[]): string {
  const rows = plan.map(({ scenario, level, tries, missing, leftOut, creates }) => ({
    id: scenario.id,
    level,
    tries: tries.map(({ name, faults }) => ({ name, faults: (faults ?? []).map((fault) => fault.name) })),
    creates,
    missing,
    leftOut,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

const beyondLimit =
  'More than the limit: what comes after it ends inconclusive. Raise limits.creates, or select with --only.';

function inWords(
  plan: readonly PlannedScenario[],
  target: {
    readonly name: string;
    readonly origin: string;
    readonly most: number;
    readonly notes: readonly string[];
  },
): string {
  const able = plan.filter(({ tries }) => tries.length > 0);
  const unable = plan.filter(({ tries }) => tries.length === 0);
  const creates = able.reduce((sum, each) => sum + each.creates, 0);
  const lines = [
    `${target.name} at ${target.origin}`,
    `${able.length} of ${plan.length} requirements would run; at least ${creates} creates (limit ${target.most}). Nothing was sent.`,
    ...(creates > target.most ? [beyondLimit] : []),
    ...target.notes.map((note) => `Read in the file and not acted upon: ${note}`),
    '',
    ...able.map(({ scenario, level, creates: own, tries }) => {
      return `  ${level.padEnd(6)} ${scenario.id.padEnd(42)} ${String(own).padStart(5)} creates  ${tries.length} ${tries.length === 1 ? 'try' : 'tries'}`;
    }),
    ...(unable.length > 0 ? ['', 'Would not be exercised:'] : []),
    ...unable.map(
      ({ scenario, level, missing }) =>
        `  ${level.padEnd(6)} ${scenario.id.padEnd(42)} needs ${missing.join(', ')}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
