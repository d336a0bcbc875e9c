import { rmSync } from 'node:fs';
import { judgeHistory, notExercised, type Judged } from '../../src/harness/judge/judge-history.js';
import type { Adapter } from '../../src/harness/model/adapter.js';
import type { HistoryEvent } from '../../src/harness/model/event.js';
import type { Scenario } from '../../src/harness/model/scenario.js';
import { planRun } from '../../src/harness/plan/plan-run.js';
import type { Random } from '../../src/harness/model/random.js';
import { inProcessSource } from '../../src/harness/run/in-process-source.js';
import { runAll } from '../../src/harness/run/run-all.js';
import { scratchFolder } from '../../src/harness/run/scratch-folder.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import type { TargetSource } from '../../src/harness/run/target.js';
import { senderFlaws } from '../../src/harness/sender/flaws/index.js';
import { flawedRules } from '../../src/harness/sender/flawed-rules.js';
import type { SenderRules } from '../../src/harness/sender/rules.js';
import { testKit } from './kit.js';

/** The bundled contract, read as the kit reads it. */
export function bundledAdapter(): Adapter {
  const kit = testKit();
  return kit.readAdapter(kit.bundled.text(), kit.bundled.file).adapter;
}

/** Tries scenarios out on the bundled receiver in process, with a receiver's or a sender's flaw by name. */
export async function tryOutAll(
  scenarios: readonly Scenario[],
  options: { readonly flaw?: string; readonly seed?: number; readonly effort?: 'quick' | 'standard' } = {},
): Promise<{
  readonly judged: readonly Judged[];
  readonly histories: ReadonlyMap<string, readonly HistoryEvent[]>;
}> {
  const { flaw, seed = 1, effort = 'standard' } = options;
  const kit = testKit();
  const senderFlaw = senderFlaws.find(({ name }) => name === flaw);
  const receiverFlaw = kit.receiverFlaws.find(({ name }) => name === flaw);
  if (flaw !== undefined && senderFlaw === undefined && receiverFlaw === undefined) {
    throw new Error(`There is no flaw "${flaw}".`);
  }
  const adapter = bundledAdapter();
  const random = seededRandom(seed);
  const source = inProcessSource({
    adapter,
    mount: kit.bundled.mount(receiverFlaw?.name ?? null),
    mountOffers: kit.bundled.offers,
    random,
  });
  return tryOutOn(source, scenarios, {
    random,
    seed,
    effort,
    senderRules: flawedRules(senderFlaw?.name ?? null),
  });
}

/** Tries scenarios out on a target that is open already. */
export async function tryOutOn(
  source: TargetSource,
  scenarios: readonly Scenario[],
  options: {
    readonly random: Random;
    readonly seed: number;
    readonly effort: 'quick' | 'standard';
    readonly settleMs?: number;
    readonly senderRules?: SenderRules | undefined;
    readonly signal?: AbortSignal;
  },
): Promise<{
  readonly judged: readonly Judged[];
  readonly histories: ReadonlyMap<string, readonly HistoryEvent[]>;
}> {
  const {
    random,
    seed,
    effort,
    settleMs = 60_000,
    senderRules,
    signal = new AbortController().signal,
  } = options;
  const { adapter } = source;
  const plan = planRun({
    scenarios,
    contract: adapter.contract,
    offers: source.offers,
    random,
    run: 'test',
    effort,
  });
  const folder = scratchFolder('twiceshy-test-');
  try {
    const histories = await runAll({
      plan,
      source,
      random,
      seed,
      run: 'test',
      folder,
      settleMs,
      senderRules,
      signal,
      budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: adapter.contract.limits.creates },
      openHistory: () => ({ write: () => undefined, close: () => undefined }),
    });
    const judged = plan.map(({ scenario, level, missing }) => {
      const events = histories.get(scenario.id);
      return events === undefined
        ? notExercised(scenario, level, missing)
        : judgeHistory(scenario, level, events, testKit().senderPromises);
    });
    return { judged, histories };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tries one scenario out on the bundled receiver. */
export async function tryOut(
  scenario: Scenario,
  options: { readonly flaw?: string; readonly seed?: number } = {},
): Promise<Judged> {
  const { judged } = await tryOutAll([scenario], options);
  const [only] = judged;
  if (only === undefined) throw new Error('One scenario gives one verdict.');
  return only;
}
