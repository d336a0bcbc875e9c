import { buildReport } from '../judge/build-report.js';
import { blockedByLoss, judgeHistory, notExercised, type Judged } from '../judge/judge-history.js';
import { settleDependencies } from '../judge/settle-dependencies.js';
import type { Effort } from '../model/effort.js';
import type { HistoryEvent } from '../model/event.js';
import { goneIn } from '../model/history-view.js';
import type { Random } from '../model/random.js';
import type { Entry, Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';
import type { Grade } from '../model/verdict.js';
import { planRun, type PlannedScenario } from '../plan/plan-run.js';
import { selectScenarios } from '../plan/select.js';
import type { Plane } from '../run/endpoint-plane.js';
import { runAll } from '../run/run-all.js';
import { seededRandom } from '../run/seeded-random.js';
import type { TargetSource } from '../run/target.js';
import type { Budget } from '../run/budget.js';
import { requirementSet, sealReport } from './digest.js';
import type { Kit } from './kit.js';
import { openSource, type Opened } from './open-source.js';
import type { OutputFolder } from './output-folder.js';
import { openProgress } from './progress.js';

/** What one run on the command line asks for. */
export interface TrialRequest {
  readonly file: string | undefined;
  readonly flaw?: string | undefined;
  readonly variant?: string | undefined;
  readonly only: readonly string[];
  readonly seed: number;
  readonly effort: Effort;
  readonly plane: Plane;
  readonly require?: Grade | undefined;
  readonly strict: boolean;
  readonly mayWriteTo: readonly string[];
  readonly run: string;
}

/** Milliseconds until a count is final where they have to be waited for. */
const realSettleMs: Readonly<Record<Effort, number>> = { quick: 250, standard: 500, thorough: 5_000 };
const skippedSettleMs = 60_000;

interface Trial {
  readonly kit: Kit;
  readonly request: TrialRequest;
  readonly random: Random;
  readonly scenarios: readonly Scenario[];
  readonly opened: Opened;
  readonly output: OutputFolder;
  readonly budget: Budget;
  readonly begun: number;
}

/**
 * Plans, runs, judges and writes one trial; the report is on disk when it resolves.
 * `folder` takes the sender's databases; `openOutput` is called once the target has answered.
 */
export async function trial(
  kit: Kit,
  request: TrialRequest,
  folder: string,
  openOutput: () => OutputFolder,
): Promise<Report> {
  const scenarios = selectScenarios(kit.scenarios, request.only);
  const random = seededRandom(request.seed);
  const begun = kit.clock.now();
  const opened = await openSource(kit, request, random);
  try {
    const { creates } = opened.source.adapter.contract.limits;
    const budget = { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: creates };
    const one = { kit, request, random, scenarios, opened, output: openOutput(), budget, begun };
    const { judged, histories } = await runAndJudge(one, folder);
    const report = reportOf(one, judged, histories);
    one.output.writeReports(report);
    const printed = opened.source.output?.();
    if (printed !== undefined) one.output.writeReceiverOutput(printed);
    return report;
  } finally {
    await opened.close();
  }
}

async function runAndJudge(
  { kit, request, random, scenarios, opened, output, budget }: Trial,
  folder: string,
): Promise<{ judged: readonly Judged[]; histories: ReadonlyMap<string, readonly HistoryEvent[]> }> {
  const { source, senderRules } = opened;
  const { contract } = source.adapter;
  const { seed, run, effort } = request;
  const plan = planRun({ scenarios, contract, offers: source.offers, random, run, effort });
  const progress = openProgress(kit, plan.length);
  const judged = new Map<string, Judged>();
  const judge = (
    { scenario, level, missing }: PlannedScenario,
    events: readonly HistoryEvent[] | null,
  ): void => {
    const verdict =
      events === null
        ? notExercised(scenario, level, missing)
        : judgeHistory(scenario, level, events, kit.senderPromises);
    judged.set(scenario.id, verdict);
    progress.end(scenario.id, level, verdict.verdict);
  };
  const settle = source.skipsWaits ? skippedSettleMs : realSettleMs[effort];
  const histories = await runAll({
    plan,
    source,
    random,
    seed,
    run,
    budget,
    folder,
    senderRules,
    settleMs: Math.max(settle, contract.consistency.settleMs),
    signal: kit.signal,
    openHistory: (scenario) => output.openHistory(scenario),
    onStart: ({ scenario }) => {
      progress.start(scenario.id);
    },
    onEnd: judge,
  });
  progress.finish();
  const why = whyGone(histories);
  const unreached = ({ scenario, level }: PlannedScenario): Judged =>
    why === null
      ? notExercised(scenario, level, ['a run that is not interrupted'])
      : blockedByLoss(scenario, level, why);
  return { judged: plan.map((planned) => judged.get(planned.scenario.id) ?? unreached(planned)), histories };
}

function whyGone(histories: ReadonlyMap<string, readonly HistoryEvent[]>): string | null {
  for (const events of histories.values()) {
    const gone = goneIn(events);
    if (gone !== null) return gone.why;
  }
  return null;
}

function reportOf(
  { kit, request, scenarios, opened, output, budget, begun }: Trial,
  judged: readonly Judged[],
  histories: ReadonlyMap<string, readonly HistoryEvent[]>,
): Report {
  const { source, argument, notes } = opened;
  const { adapter } = source;
  const gone = whyGone(histories);
  return sealReport(
    buildReport(settleDependencies(judged), {
      kit: { name: 'twiceshy', version: kit.version },
      target: {
        name: adapter.contract.name,
        address: adapter.origin,
        mode: adapter.contract.mode,
        plane: source.plane,
        clock: source.clockKind,
        flaw: request.flaw ?? null,
      },
      contract: adapter.contract,
      requirements: requirementSet(scenarios),
      seed: request.seed,
      run: request.run,
      effort: request.effort,
      required: request.require ?? null,
      strict: request.strict,
      startedAt: new Date(begun).toISOString(),
      durationMs: kit.clock.now() - begun,
      complete: !kit.signal.aborted && gone === null,
      gone,
      exchanges: budget.exchanges,
      cleanup: { ...cleanedUp(histories), note: cleanupNote(source, gone) },
      limits: [
        ...limitsReached(budget),
        ...notes.map((note) => `read in the adapter file and not acted upon: ${note}`),
        ...deaths(histories),
        ...cleanUpTroubles(histories),
      ],
      environment: kit.platform,
      historyOf: (id) => historyLine(histories.get(id), output.historyFile(id)),
      replayOf: (id) => replayCommand(argument, id, request),
    }),
  );
}

function historyLine(events: readonly HistoryEvent[] | undefined, file: string): Entry['history'] {
  const last = events?.at(-1);
  return events === undefined || last === undefined
    ? null
    : { file, events: events.length, head: last.digest };
}

function replayCommand(
  argument: string,
  id: string,
  { seed, effort, plane, mayWriteTo }: TrialRequest,
): string {
  const hosts = mayWriteTo.map((host) => `--i-may-write-to ${host}`);
  const words = [
    'npx twiceshy run',
    argument,
    `--only ${id}`,
    `--seed ${seed}`,
    `--effort ${effort}`,
    plane === 'proxy' ? '' : `--plane ${plane}`,
    ...hosts,
  ];
  return words.filter((word) => word !== '').join(' ');
}

function cleanedUp(histories: ReadonlyMap<string, readonly HistoryEvent[]>): {
  readonly attempted: number;
  readonly remaining: number;
} {
  const events = [...histories.values()].flat().filter((event) => event.type === 'records-cleaned-up');
  return {
    attempted: events.reduce((sum, { attempted }) => sum + attempted, 0),
    remaining: events.reduce((sum, { remaining }) => sum + remaining, 0),
  };
}

/** After a loss nothing was deleted of what the last requirement made, and perhaps not of what was under way. */
function cleanupNote({ cleanupNote: note, recordsOutlive }: TargetSource, gone: string | null): string {
  return gone === null || !recordsOutlive
    ? note
    : `the target was gone, so records of this run may remain; ${note}`;
}

function deaths(histories: ReadonlyMap<string, readonly HistoryEvent[]>): readonly string[] {
  return [...histories].flatMap(([id, events]) =>
    events.flatMap((event) =>
      event.type === 'target-died' ? [`the receiver died in ${id} and was started again: ${event.why}`] : [],
    ),
  );
}

function cleanUpTroubles(histories: ReadonlyMap<string, readonly HistoryEvent[]>): readonly string[] {
  const troubles = [...histories.values()]
    .flat()
    .flatMap((event) =>
      event.type === 'records-cleaned-up' && event.trouble !== null ? [event.trouble] : [],
    );
  return [...new Set(troubles)].map((trouble) => `a clean-up ended early: ${trouble}`);
}

function limitsReached({ creates, mostCreates }: Budget): readonly string[] {
  const used = `${creates} of ${mostCreates} creates used`;
  return creates >= mostCreates ? [`${used}: what came after was not exercised`] : [used];
}
