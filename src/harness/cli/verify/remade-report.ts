import { buildReport } from '../../judge/build-report.js';
import { blockedByLoss, notExercised, type Judged } from '../../judge/judge-history.js';
import { settleDependencies } from '../../judge/settle-dependencies.js';
import type { HistoryEvent } from '../../model/event.js';
import type { BaselineLine, Entry, KnownFailure, Report } from '../../model/report.js';
import type { Scenario } from '../../model/scenario.js';
import { efforts } from '../../model/effort.js';
import { planRun } from '../../plan/plan-run.js';
import { seededRandom } from '../../run/seeded-random.js';
import { requirementSet } from '../digest.js';
import { judgeRecorded, judgeSequence } from '../judge-recorded.js';
import type { Kit } from '../kit.js';
import { historyFile } from '../output-folder.js';
import { cleanedUp, historyLine, redactedEvents, whyGone } from '../report-frame.js';
import { isOfCampaign } from './of-campaign.js';
import type { Recorded } from './verification.js';

type Opened = Extract<HistoryEvent, { type: 'history-opened' }>;

/** What the report is made again from: what it says of the run, and what the histories say of the rest. */
interface Remake {
  readonly kit: Kit;
  readonly report: Report;
  readonly recorded: Recorded;
  /** Kept sequences that the run has played, as requirements. */
  readonly kept: readonly Scenario[];
}

/**
 * Makes a report again, from its histories as far as they tell it; null where none is there. Throws `Error` for a
 * requirement that this version does not know, and for one that was to be run and has no history.
 */
export function remadeReport(remake: Remake): Omit<Report, 'digest'> | null {
  const { report, recorded, kit } = remake;
  const opened = [...recorded.values()].flatMap(([first]) =>
    first?.type === 'history-opened' ? first : [],
  )[0];
  if (opened === undefined) return null;
  const ofCampaign = isOfCampaign(report);
  const judged = report.entries.map((entry) =>
    ofCampaign ? sequenceAgain(remake, entry) : requirementAgain(remake, entry, opened),
  );
  const scenarios = ofCampaign ? [kit.sequences.requirement] : judged.map(({ scenario }) => scenario);
  const remade = buildReport(ofCampaign ? judged : settleDependencies(judged), {
    ...told(kit, report),
    ...(ofCampaign ? {} : whole(report, recorded)),
    requirements: requirementSet(scenarios),
    contract: opened.contract,
    historyOf: (id) => historyLine(recorded.get(id), historyFile(id)),
  });
  return JSON.parse(JSON.stringify(remade)) as typeof remade;
}

/** What only the run can know; nothing here is a verdict, and the digest of the report covers it. */
function told(kit: Kit, report: Report): Omit<Parameters<typeof buildReport>[1], 'contract' | 'historyOf'> {
  const baseline = (report.baseline as Report['baseline'] | undefined) ?? null;
  return {
    ...report,
    patterns: kit.patterns,
    required: report.grade.required,
    known: baseline === null ? null : { file: baseline.file, failures: baseline.lines.map(withoutState) },
    replayOf: (wanted) => report.entries.find(({ id }) => id === wanted)?.replay ?? '',
  };
}

function withoutState({ id, reason, owner, expires }: BaselineLine): KnownFailure {
  return { id, reason, owner, expires };
}

/** What all histories of a run say together; a campaign keeps only those that broke something. */
function whole(
  report: Report,
  recorded: Recorded,
): Pick<Report, 'gone' | 'complete' | 'cleanup' | 'redactions'> {
  const gone = whyGone(recorded);
  return {
    gone,
    complete: report.complete && gone === null,
    cleanup: { ...cleanedUp(recorded), note: report.cleanup.note },
    redactions: { secrets: report.redactions.secrets, events: redactedEvents(recorded) },
  };
}

function sequenceAgain({ kit, recorded }: Remake, { id, title }: Entry): Judged {
  const events = recorded.get(id);
  if (events === undefined) throw new Error(`${id} has a verdict and no history`);
  return judgeSequence(kit, { ...kit.sequences.requirement, id, title }, events);
}

function requirementAgain({ kit, report, recorded, kept }: Remake, { id }: Entry, opened: Opened): Judged {
  const scenario = [...kit.scenarios, ...kept].find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`this version of the kit knows no requirement ${id}`);
  const events = recorded.get(id);
  const judged = events === undefined ? null : judgeRecorded(kit, scenario, events);
  if (judged !== null) return judged;
  const effort = efforts.find((each) => each === report.effort) ?? 'standard';
  const random = seededRandom(report.seed);
  const [planned] = planRun({ ...opened, scenarios: [scenario], random, effort });
  if (planned === undefined || planned.missing.length > 0)
    return notExercised(scenario, planned?.level ?? 'MUST', planned?.missing ?? []);
  const gone = whyGone(recorded);
  if (gone !== null) return blockedByLoss(scenario, planned.level, gone);
  if (!report.complete) return notExercised(scenario, planned.level, ['a run that is not interrupted']);
  throw new Error(`${id} could be tried with what the target offers, and has no history`);
}
