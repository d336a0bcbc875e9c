import { buildReport } from '../judge/build-report.js';
import { notExercised, type Judged } from '../judge/judge-history.js';
import type { Effort } from '../model/effort.js';
import type { HistoryEvent } from '../model/event.js';
import type { Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';
import { counted } from '../model/spelled.js';
import { sequenceInWords } from '../model/sequence-in-words.js';
import { campaign, type CampaignResult, type Found } from '../run/campaign/campaign.js';
import type { Plane } from '../run/endpoint-plane.js';
import { seededRandom } from '../run/seeded-random.js';
import type { Budget } from '../run/budget.js';
import { requirementSet, sealReport } from './digest.js';
import { keepSequences } from './kept-sequences.js';
import type { Kit } from './kit.js';
import { openSource, type Opened } from './open-source.js';
import { historyFile, type OutputFolder } from './output-folder.js';
import { frameOf, historyLine } from './report-frame.js';
import { settleTime } from './settle-time.js';

/** What one campaign on the command line asks for. */
export interface HuntRequest {
  readonly file: string | undefined;
  readonly flaw?: string | undefined;
  readonly variant?: string | undefined;
  readonly seed: number;
  readonly path?: string | undefined;
  readonly runs: number;
  readonly seconds: number;
  readonly findings: number;
  readonly effort: Effort;
  readonly plane: Plane;
  readonly keep?: string | undefined;
  readonly mayWriteTo: readonly string[];
  readonly run: string;
}

/** How long a sequence may be, and the largest crowd in one, by effort. */
const reachOf: Readonly<Record<Effort, { readonly mostMoves: number; readonly largestCrowd: number }>> = {
  quick: { mostMoves: 4, largestCrowd: 30 },
  standard: { mostMoves: 16, largestCrowd: 600 },
  thorough: { mostMoves: 24, largestCrowd: 2_000 },
};
const mostShrinks = 400;
/** A crowd of hundreds is for a receiver that costs nobody anything. */
const largestRealCrowd = 30;

/** Runs one campaign; the report, and what is to be kept, are on disk when it resolves. */
export async function hunt(
  kit: Kit,
  request: HuntRequest,
  folder: string,
  openOutput: () => OutputFolder,
): Promise<Report> {
  const random = seededRandom(request.seed);
  const begun = kit.clock.now();
  const opened = await openSource(kit, { ...request, mounted: true }, random);
  try {
    const { source, senderRules } = opened;
    const { contract } = source.adapter;
    const { creates: mostCreates } = contract.limits;
    const budget: Budget = {
      exchanges: 0,
      creates: 0,
      waitedMs: 0,
      mostCreates: source.recordsOutlive ? mostCreates : Number.POSITIVE_INFINITY,
    };
    const output = openOutput();
    const reach = reachOf[request.effort];
    const others: HistoryEvent[] = [];
    const result = await campaign({
      ...request,
      playbook: kit.sequences,
      source,
      random,
      senderRules,
      folder,
      budget,
      settleMs: settleTime(source, request.effort),
      signal: kit.signal,
      senderPromises: kit.senderPromises,
      mostFound: request.findings,
      mostShrinks,
      withinMs: request.seconds * 1_000,
      elapsedMs: () => kit.clock.now() - begun,
      reach: {
        offers: source.offers,
        mostMoves: reach.mostMoves,
        largestCrowd: source.recordsOutlive
          ? Math.min(largestRealCrowd, reach.largestCrowd)
          : reach.largestCrowd,
      },
      onEvents: (events) => void others.push(...events.filter(({ type }) => outlasting.includes(type))),
      ...progressOf(kit, request.runs),
    });
    const report = reportOf({ kit, request, opened, budget, begun, output }, result, others);
    output.writeReports(report);
    if (request.keep !== undefined) keepSequences(request.keep, result.found);
    return report;
  } finally {
    await opened.close();
  }
}

/** What the report tells of every sequence, also of those that broke nothing. */
const outlasting: readonly HistoryEvent['type'][] = ['records-cleaned-up', 'target-died', 'target-gone'];

interface Hunting {
  readonly kit: Kit;
  readonly request: HuntRequest;
  readonly opened: Opened;
  readonly budget: Budget;
  readonly begun: number;
  readonly output: OutputFolder;
}

function reportOf(one: Hunting, result: CampaignResult, others: readonly HistoryEvent[]): Report {
  const { kit, request, opened, output } = one;
  const { requirement } = kit.sequences;
  const named = new Map(result.found.map((found, index) => [`campaign/found-${index + 1}`, found]));
  for (const [id, { broken }] of named) writeHistory(output, id, broken.events);
  const judged = [...named].map(([id, found]) => ({
    ...found.broken.judged,
    scenario: foundScenario(requirement, id, found),
  }));
  const frame = frameOf(one, new Map([['', others]]), request.flaw);
  return sealReport(
    buildReport(judged.length > 0 ? judged : [nothingFound(requirement, result)], {
      ...frame,
      limits: [ending(result), ...unsteady(named), ...frame.limits],
      contract: opened.source.adapter.contract,
      requirements: requirementSet([requirement]),
      seed: request.seed,
      run: request.run,
      effort: request.effort,
      required: null,
      strict: false,
      known: null,
      evidence: [],
      historyOf: (id) => historyLine(named.get(id)?.broken.events, historyFile(id)),
      replayOf: (id) => replayCommand(opened.argument, named.get(id), request),
    }),
  );
}

function foundScenario(requirement: Scenario, id: string, { sequence }: Found): Scenario {
  return { ...requirement, id, title: `Breaks a promise: ${sequenceInWords(sequence)}` };
}

function nothingFound(requirement: Scenario, { runs, played, endedBy }: CampaignResult): Judged {
  const base = { ...notExercised(requirement, 'MUST', []), cases: runs };
  // Sequences of which no move could be made looked at nothing, and nothing looked at is never a pass.
  if (played === 0)
    return { ...base, verdict: 'inconclusive', why: `no sequence was played: ended by ${endedBy}` };
  return { ...base, verdict: 'pass', why: '', sides: { effect: 'holds', answer: 'holds', sender: 'holds' } };
}

function ending({ runs, endedBy, found }: CampaignResult): string {
  const first = found[0] === undefined ? '' : `; the first finding after ${found[0].afterRuns}`;
  return `${counted(runs, 'sequence')} played, ended by ${endedBy}${first}`;
}

/** What fails now and then is told with how often, and never dropped. */
function unsteady(named: ReadonlyMap<string, Found>): readonly string[] {
  return [...named].flatMap(([id, { again }]) =>
    again.failed === again.of
      ? []
      : [`${id} is not steady: it failed again in ${again.failed} of ${again.of} plays`],
  );
}

function writeHistory(output: OutputFolder, id: string, events: readonly HistoryEvent[]): void {
  const history = output.openHistory(id);
  for (const event of events) history.write(`${JSON.stringify(event)}\n`);
  history.close();
}

function replayCommand(argument: string, found: Found | undefined, request: HuntRequest): string {
  const { plane, effort, mayWriteTo, file } = request;
  const usual = plane === (file === undefined ? 'msw' : 'proxy');
  const words = [
    'npx twiceshy campaign',
    argument,
    `--seed ${found?.seed ?? request.seed}`,
    found === undefined ? `--runs ${request.runs}` : `--path ${found.path}`,
    effort === 'standard' ? '' : `--effort ${effort}`,
    usual ? '' : `--plane ${plane}`,
    ...mayWriteTo.map((host) => `--i-may-write-to ${host}`),
  ];
  return words.filter((word) => word !== '').join(' ');
}

/** A line that moves on a terminal; elsewhere a line for each finding alone. */
function progressOf(kit: Kit, runs: number): Pick<Parameters<typeof campaign>[0], 'onRun' | 'onBroken'> {
  const { isTerminal } = kit.terminal;
  return {
    onRun: (run, found) => {
      if (isTerminal) kit.err(`\r\u001B[2K  ${run} of ${runs} sequences, ${counted(found, 'finding')}`);
    },
    onBroken: (promise) => {
      kit.err(
        `${isTerminal ? '\r\u001B[2K' : ''}  ${promise} is broken; looking for the smallest sequence that breaks it\n`,
      );
    },
  };
}
