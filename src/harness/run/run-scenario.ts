import { join } from 'node:path';
import type { HistoryEvent } from '../model/event.js';
import type { SenderPolicy } from '../model/sender-policy.js';
import type { Random } from '../model/random.js';
import type { Try } from '../model/scenario.js';
import type { Step } from '../model/step.js';
import type { SenderRules } from '../sender/rules.js';
import type { LedgerPlace } from '../sender/store/sqlite/open-sqlite-store.js';
import { keySpace } from '../plan/key-space.js';
import { cleanUp, leaveAsItIs } from './clean-up.js';
import { goneIn } from '../model/history-view.js';
import { openRecorder, type Recorder } from './recorder.js';
import { runStep } from './run-step.js';
import { senderPolicy } from './sender-policy.js';
import { SenderHost } from './sender-step.js';
import type { Target, TargetSource } from './target.js';
import { TargetGone } from './target-gone.js';
import { LimitReached, type Budget } from './budget.js';
import { TryRun } from './try-run.js';

const mostStepsOfTry = 5_000;
const longestCleanUpMs = 30_000;

/** What a scenario's run is made from. */
export interface ScenarioRun {
  readonly scenario: string;
  readonly tries: readonly Try[];
  readonly leftOut: readonly { readonly try: string; readonly needs: readonly string[] }[];
  readonly source: TargetSource;
  readonly random: Random;
  readonly seed: number;
  readonly run: string;
  readonly budget: Budget;
  readonly settleMs: number;
  readonly senderRules: SenderRules | undefined;
  /** A folder for the sender's databases; the caller removes it. */
  readonly folder: string;
  /** A ledger that was lent for the only try, in place of a file in that folder; not where workers are processes. */
  readonly ledger?: LedgerPlace;
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
}

/** A scenario's run under way. */
interface Underway {
  readonly what: ScenarioRun;
  readonly target: Target;
  readonly recorder: Recorder;
  readonly policy: SenderPolicy;
}

/**
 * Runs a scenario's tries against a freshly opened target and returns its closed history.
 * What the receiver does is in the history; what the kit does wrong ends the history with `kit-failed`, and a target
 * that is gone for good with `target-gone`.
 */
export async function runScenario(what: ScenarioRun): Promise<readonly HistoryEvent[]> {
  const target = await what.source.open(what.scenario);
  try {
    return await runOn(target, what);
  } finally {
    await target.close();
  }
}

/** The same on a target that is open already, and stays so. */
export async function runOn(target: Target, what: ScenarioRun): Promise<readonly HistoryEvent[]> {
  const { adapter, clock } = target;
  const recorder = openRecorder({ clock, secrets: adapter.secrets, write: what.write });
  const policy = senderPolicy(adapter, clock.kind);
  const underway = { what, target, recorder, policy };
  recordOpening(underway);
  try {
    for (const [index, each] of what.tries.entries()) await runTry(underway, each, index);
  } catch (error) {
    recordTrouble(recorder, error, what.signal);
  }
  await tidyUp(underway);
  recorder.close();
  return recorder.events;
}

function recordOpening({ what, target, recorder, policy }: Underway): void {
  recorder.record({
    type: 'history-opened',
    format: 1,
    scenario: what.scenario,
    run: what.run,
    seed: what.seed,
    target: target.adapter.contract.name,
    plane: target.wire.plane,
    clock: target.clock.kind,
    contract: target.adapter.contract,
    offers: what.source.offers,
    policy,
  });
  for (const each of what.leftOut) recorder.record({ type: 'try-left-out', ...each });
}

/** Cleans up where records outlive the run and somebody is left to delete them, also after an interruption. */
async function tidyUp(underway: Underway): Promise<void> {
  const signal = AbortSignal.timeout(longestCleanUpMs);
  const { recorder } = underway;
  if (!underway.what.source.recordsOutlive) return;
  if (goneIn(recorder.events) !== null) leaveAsItIs(recorder, 'the target was gone');
  else await cleanUp(tryRun(underway, 'clean-up', underway.policy, signal));
}

function tryRun(
  { what, target, recorder }: Underway,
  name: string,
  policy: SenderPolicy,
  signal: AbortSignal,
): TryRun {
  return new TryRun({
    target,
    recorder,
    keys: keySpace(target.adapter.contract, { run: what.run, scenario: what.scenario, try: name }),
    random: what.random.fork(name),
    policy,
    budget: what.budget,
    signal,
    settleMs: what.settleMs,
    run: what.run,
  });
}

async function runTry(underway: Underway, each: Try, index: number): Promise<void> {
  const { what, recorder } = underway;
  const policy = { ...underway.policy, ...each.policy };
  const faults = (each.faults ?? []).map(({ name, story }) => ({ name, story }));
  recorder.record({ type: 'try-started', try: each.name, faults, policy });
  const run = tryRun(underway, each.name, policy, what.signal);
  let steps = 0;
  const runSteps = async (list: readonly Step[]): Promise<void> => {
    for (const step of list) {
      steps += 1;
      if (steps > mostStepsOfTry) throw new LimitReached('steps of one try', mostStepsOfTry);
      await runStep(run, sender, step);
    }
  };
  const sender = new SenderHost(run, what.ledger ?? outboxFile(what, index), what.senderRules, runSteps);
  try {
    await runSteps(faulted(each));
    await sender.end();
    // What died of the last request of a try died in this try.
    await run.watch.beforeAsking();
  } finally {
    await sender.close();
  }
  recorder.record({ type: 'try-ended', try: each.name });
}

/** Where the sender of one of a scenario's tries keeps its ledger. */
function outboxFile({ folder, scenario }: Pick<ScenarioRun, 'folder' | 'scenario'>, index: number): string {
  return join(folder, `${scenario.replaceAll('/', '.')}.${index}.outbox.sqlite`);
}

/** The steps of a try after its faults have changed them, in order. */
export function faulted(each: Try): readonly Step[] {
  return (each.faults ?? []).reduce((steps, fault) => fault.apply(steps), each.steps);
}

function recordTrouble(recorder: Recorder, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) recorder.record({ type: 'run-interrupted', why: interruption(signal) });
  else if (error instanceof TargetGone) {
    const { message: why, output, unanswered } = error;
    recorder.record({ type: 'target-gone', why, output, unanswered: [...unanswered] });
  } else if (error instanceof LimitReached) {
    recorder.record({ type: 'limit-reached', limit: error.limit, most: error.most });
  } else {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    recorder.record({ type: 'kit-failed', message });
  }
}

function interruption({ reason }: AbortSignal): string {
  const late = reason instanceof Error && reason.name === 'TimeoutError';
  return late ? 'the time limit of one requirement was reached' : 'interrupted by the operator';
}
