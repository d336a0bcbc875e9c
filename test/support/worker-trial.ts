import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Judged } from '../../src/harness/judge/judge-history.js';
import type { HistoryEvent } from '../../src/harness/model/event.js';
import type { Scenario } from '../../src/harness/model/scenario.js';
import { openHttpSource } from '../../src/harness/run/http-source.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import type { TargetSource } from '../../src/harness/run/target.js';
import { flawedRules } from '../../src/harness/sender/flawed-rules.js';
import type { WorkerProcesses } from '../../src/harness/sender/worker/worker-processes.js';
import { builtFile } from './built-receiver.js';
import { testKit } from './kit.js';
import { temporaryFolder } from './temporary-folder.js';
import { tryOutOn } from './trial.js';

/** How a scenario is tried out. */
interface WorkerTrial {
  readonly flaw?: string | null;
  readonly seed?: number;
  /** The names of the tries that are run; all of them, unless given. */
  readonly only?: readonly string[] | null;
  /** The receiver's limit. A lease is a second longer, and is waited out by many a course. */
  readonly timeout?: string;
  /** The most creates of the run. */
  readonly creates?: number;
  /** Called whenever a worker is about to make an exchange; what it returns interrupts the run. */
  readonly onLend?: () => Error | null;
}

/** What came of it. */
interface WorkerTrialEnd {
  readonly judged: Judged;
  readonly history: readonly HistoryEvent[];
  /** Every process that a worker ever ran in. */
  readonly pids: readonly number[];
}

/** Tries one scenario out on the bundled receiver over sockets, with the sender's workers in processes of their own. */
export async function tryOutWithWorkers(
  scenario: Scenario,
  { flaw = null, seed = 1, only = null, timeout = '1s', creates = 1_000, onLend }: WorkerTrial = {},
): Promise<WorkerTrialEnd> {
  const kit = testKit();
  const place = { host: '127.0.0.1', port: 0, file: join(temporaryFolder(), 'crm.sqlite') };
  const served = await kit.bundled.serve({ ...place, flaw: null, controls: true });
  const bundled = parse(kit.bundled.text()) as { readonly limits: { readonly load: object } };
  const { load: _, ...limits } = bundled.limits;
  const text = stringify({ ...bundled, limits: { ...limits, timeout, creates } });
  const file = kit.readAdapter(text, 'bundled.yaml', served.url);
  const interruption = new AbortController();
  const { signal } = interruption;
  const pids = new Set<number>();
  const source = await openHttpSource({
    file,
    movedTo: () => file,
    folder: temporaryFolder(),
    signal,
    plane: 'proxy',
    own: true,
    workerProgram: builtFile('src/harness/sender/worker/main.js'),
  });
  const observed = (workers: WorkerProcesses): WorkerProcesses => ({
    ...workers,
    open: async (opening) => {
      const worker = await workers.open(opening);
      pids.add(worker.pid);
      return worker;
    },
    lend: async (...asked) => {
      const reason = onLend?.() ?? null;
      if (reason !== null) interruption.abort(reason);
      return workers.lend(...asked);
    },
  });
  try {
    const options = {
      seed,
      effort: 'standard',
      settleMs: 50,
      senderRules: flawedRules(flaw),
      signal,
    } as const;
    const random = seededRandom(seed);
    const { judged, histories } = await tryOutOn(withWorkers(source, observed), [chosen(scenario, only)], {
      ...options,
      random,
    });
    const [verdict] = judged;
    if (verdict === undefined) throw new Error('One scenario gives one verdict.');
    return { judged: verdict, history: histories.get(scenario.id) ?? [], pids: [...pids] };
  } finally {
    await source.end();
    await served.close();
  }
}

function chosen(scenario: Scenario, only: readonly string[] | null): Scenario {
  const { tries } = scenario;
  if (tries === undefined || only === null) return scenario;
  return { ...scenario, tries: (setting) => tries(setting).filter(({ name }) => only.includes(name)) };
}

function withWorkers(
  source: TargetSource,
  observed: (workers: WorkerProcesses) => WorkerProcesses,
): TargetSource {
  return {
    ...source,
    open: async (scenario) => {
      const target = await source.open(scenario);
      if (target.workers === undefined) throw new Error('The plane of sockets has worker processes.');
      return { ...target, workers: observed(target.workers) };
    },
  };
}
