import { buildReport, type ReportFrame } from '../judge/build-report.js';
import { blockedByLoss, judgeHistory, notExercised, type Judged } from '../judge/judge-history.js';
import { settleDependencies } from '../judge/settle-dependencies.js';
import type { Effort } from '../model/effort.js';
import type { HistoryEvent } from '../model/event.js';
import type { Random } from '../model/random.js';
import type { EvidenceFile, Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';
import type { Grade } from '../model/verdict.js';
import { planRun, type PlannedScenario } from '../plan/plan-run.js';
import { selectScenarios } from '../plan/select.js';
import type { Plane } from '../run/endpoint-plane.js';
import { runAll } from '../run/run-all.js';
import { seededRandom } from '../run/seeded-random.js';
import type { InconclusiveInJunit } from '../report/renderer.js';
import type { Budget } from '../run/budget.js';
import { readBaseline } from './baseline-file.js';
import { requirementSet, sealReport } from './digest.js';
import { keptScenarios, readKeptSequences, sequencesFile } from './kept-sequences.js';
import type { Kit } from './kit.js';
import { settleTime } from './settle-time.js';
import { openSource, type Opened } from './open-source.js';
import { historyFile, type OutputFolder } from './output-folder.js';
import { openProgress } from './progress.js';
import { readNamedFile } from './read-file.js';
import { receiverOutput } from './receiver-output.js';
import { frameOf, historyLine, whyGone, type Histories } from './report-frame.js';

/** What one run on the command line asks for. */
export interface TrialRequest {
  readonly file: string | undefined;
  readonly flaw?: string | undefined;
  readonly variant?: string | undefined;
  readonly only: readonly string[];
  /** A file of kept sequences, which are run beside the requirements. */
  readonly sequences?: string | undefined;
  readonly seed: number;
  readonly effort: Effort;
  readonly plane: Plane;
  readonly require?: Grade | undefined;
  readonly strict: boolean;
  /** A file of the failures that are known beforehand. */
  readonly baseline?: string | undefined;
  /** What an inconclusive requirement is in JUnit XML. */
  readonly junitInconclusive?: InconclusiveInJunit | undefined;
  readonly mayWriteTo: readonly string[];
  readonly run: string;
}

interface Trial {
  readonly kit: Kit;
  readonly request: TrialRequest;
  readonly random: Random;
  readonly scenarios: readonly Scenario[];
  readonly known: ReportFrame['known'];
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
  const kept = request.sequences === undefined ? [] : readKeptSequences(request.sequences);
  const scenarios = [...selectScenarios(kit.scenarios, request.only), ...keptScenarios(kit.sequences, kept)];
  const known = knownIn(kit, request.baseline, kept);
  const random = seededRandom(request.seed);
  const begun = kit.clock.now();
  const opened = await openSource(kit, request, random);
  try {
    const { creates } = opened.source.adapter.contract.limits;
    const budget = { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: creates };
    const one = { kit, request, random, scenarios, known, opened, output: openOutput(), budget, begun };
    const { judged, histories } = await runAndJudge(one, folder);
    const report = reportOf(one, judged, histories, writeEvidence(one));
    one.output.writeReports(report, { inconclusive: request.junitInconclusive });
    return report;
  } finally {
    await opened.close();
  }
}

/** Every requirement may be listed, also one that this run was not asked for. */
function knownIn(
  kit: Kit,
  file: string | undefined,
  kept: ReturnType<typeof readKeptSequences>,
): ReportFrame['known'] {
  if (file === undefined) return null;
  const ids = [...kit.scenarios, ...keptScenarios(kit.sequences, kept)].map(({ id }) => id);
  return { file, failures: readBaseline(file, ids) };
}

async function runAndJudge(
  { kit, request, random, scenarios, opened, output, budget }: Trial,
  folder: string,
): Promise<{ judged: readonly Judged[]; histories: Histories }> {
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
  const histories = await runAll({
    plan,
    source,
    random,
    seed,
    run,
    budget,
    folder,
    senderRules,
    settleMs: settleTime(source, effort),
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

/** What the histories do not hold: what the receiver printed, and sequences, without which nobody can judge theirs again. */
function writeEvidence({ opened, request, output }: Trial): readonly EvidenceFile[] {
  const printed = opened.source.output?.();
  const { sequences } = request;
  return [
    ...(printed === undefined ? [] : [output.writeEvidence('receiver-output.txt', receiverOutput(printed))]),
    ...(sequences === undefined
      ? []
      : [output.writeEvidence(sequencesFile, readNamedFile(sequences, 'kept sequences'))]),
  ];
}

function reportOf(
  one: Trial,
  judged: readonly Judged[],
  histories: Histories,
  evidence: readonly EvidenceFile[],
): Report {
  const { request, scenarios, opened } = one;
  const { source, argument } = opened;
  return sealReport(
    buildReport(settleDependencies(judged), {
      ...frameOf(one, histories, request.flaw),
      contract: source.adapter.contract,
      requirements: requirementSet(scenarios),
      seed: request.seed,
      run: request.run,
      effort: request.effort,
      required: request.require ?? null,
      strict: request.strict,
      known: one.known,
      evidence,
      historyOf: (id) => historyLine(histories.get(id), historyFile(id)),
      replayOf: (id) => replayCommand(argument, id, request),
    }),
  );
}

function replayCommand(
  argument: string,
  id: string,
  { seed, effort, plane, mayWriteTo, sequences }: TrialRequest,
): string {
  const hosts = mayWriteTo.map((host) => `--i-may-write-to ${host}`);
  const words = [
    'npx twiceshy run',
    argument,
    id.startsWith('campaign/') ? `--only acceptance --sequences ${sequences ?? ''}` : `--only ${id}`,
    `--seed ${seed}`,
    `--effort ${effort}`,
    plane === 'proxy' ? '' : `--plane ${plane}`,
    ...hosts,
  ];
  return words.filter((word) => word !== '').join(' ');
}
