import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flawRow, type FlawRow } from '../../build/flaws-page.js';
import { receiverFlaws } from '../../reference-receiver/index.js';
import { allFlaws } from '../../src/harness/cli/open-source.js';
import { settleDependencies } from '../../src/harness/judge/settle-dependencies.js';
import { planRun } from '../../src/harness/plan/plan-run.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { scenarios } from '../../src/scenarios/index.js';
import { testKit } from './kit.js';
import { bundledAdapter, tryOutAll } from './trial.js';

/** The page that the matrix is printed on. */
export const flawsPageFile = new URL('../../docs/flaws.md', import.meta.url);

/** Flaws that take sockets or a process to show; they have probes of their own in `test/reference-receiver`. */
export const flawsInNeed = receiverFlaws.filter(({ needs }) => needs === 'sockets' || needs === 'process');

/** Flaws that take a contract whose creates are done later; `test/adapters/dialect/jobs.test.ts` shows each. */
export const flawsOfJobs = receiverFlaws.filter(({ needs }) => needs === 'jobs');

/** Every flaw of the bundled receiver and of the sender that shows in process. */
export const flaws = allFlaws(testKit(), 'msw');

/** Requirements of which quick leaves everything out, as they take many creates: their flaws show in nothing else. */
const needingVolume = new Set(
  planRun({
    scenarios,
    contract: bundledAdapter().contract,
    offers: scenarios.flatMap(({ needs }) => needs),
    random: seededRandom(1),
    run: 'test',
    effort: 'quick',
  }).flatMap(({ scenario, missing }) => (missing.includes('effort standard') ? [scenario.id] : [])),
);

const longestTrialMs = 120_000;

/** Puts the bundled pair with this flaw on trial against every requirement. */
export async function tryFlaw(flaw: (typeof flaws)[number]): Promise<FlawRow> {
  const effort = needingVolume.has(flaw.requirement) ? 'standard' : 'quick';
  const { judged } = await tryOutAll(scenarios, { flaw: flaw.name, effort });
  // Only a failed MUST turns the run red, and a flaw must do that.
  const failed = settleDependencies(judged).filter(
    ({ verdict, level }) => verdict === 'fail' && level === 'MUST',
  );
  return { ...flaw, failed: failed.map(({ scenario }) => scenario.id) };
}

/** Declares one test a flaw for every `of`-th flaw from `shard` on: it breaks what it was made for, as the page says. */
export function describeFlaws(shard: number, of: number): void {
  describe(`flaws, part ${shard + 1} of ${of}`, () => {
    const page = readFileSync(flawsPageFile, 'utf8').split('\n');
    const own = flaws.filter((_, index) => index % of === shard);
    it.each(own)(
      '$name breaks $requirement',
      async (flaw) => {
        const row = await tryFlaw(flaw);
        expect(row.failed).toContain(flaw.requirement);
        expect(page).toContain(flawRow(row));
      },
      longestTrialMs,
    );
  });
}
