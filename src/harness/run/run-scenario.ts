import type { HistoryEvent } from '../model/event.js';
import type { Random } from '../model/random.js';
import type { Try } from '../model/scenario.js';
import type { Step } from '../model/step.js';
import type { SenderRules } from '../sender/rules.js';
import { keySpace } from '../plan/key-space.js';
import { openRecorder } from './recorder.js';
import { runStep } from './run-step.js';
import { senderPolicy } from './sender-policy.js';
import { SenderHost } from './sender-step.js';
import type { Target, TargetSource } from './target.js';
import { LimitReached, TryRun, type Budget } from './try-run.js';

const mostStepsOfTry = 5_000;

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
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
}

/**
 * Runs a scenario's tries against a freshly opened target and returns its closed history.
 * What the receiver does is in the history; what the kit does wrong ends the history with `kit-failed`.
 */
export async function runScenario(what: ScenarioRun): Promise<readonly HistoryEvent[]> {
  const target = await what.source.open(what.scenario);
  const recorder = openRecorder({
    clock: target.clock,
    secrets: target.adapter.secrets,
    write: what.write,
  });
  const policy = senderPolicy(target.adapter.contract, target.clock.kind);
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
  try {
    for (const [index, each] of what.tries.entries()) {
      await runTry(what, target, { recorder, policy, index, each });
    }
  } catch (error) {
    recordTrouble(recorder, error, what.signal);
  } finally {
    await target.close();
  }
  recorder.close();
  return recorder.events;
}

async function runTry(
  what: ScenarioRun,
  target: Target,
  part: {
    readonly recorder: ReturnType<typeof openRecorder>;
    readonly policy: ReturnType<typeof senderPolicy>;
    readonly index: number;
    readonly each: Try;
  },
): Promise<void> {
  const { recorder, each } = part;
  const policy = { ...part.policy, ...each.policy };
  const faults = each.faults ?? [];
  recorder.record({
    type: 'try-started',
    try: each.name,
    faults: faults.map(({ name, story }) => ({ name, story })),
    policy,
  });
  const run = new TryRun({
    target,
    recorder,
    keys: keySpace(target.adapter.contract, { run: what.run, scenario: what.scenario, try: each.name }),
    random: what.random.fork(each.name),
    policy,
    budget: what.budget,
    signal: what.signal,
    settleMs: what.settleMs,
    run: what.run,
  });
  let steps = 0;
  const runSteps = async (list: readonly Step[]): Promise<void> => {
    for (const step of list) {
      steps += 1;
      if (steps > mostStepsOfTry) throw new LimitReached('steps of one try', mostStepsOfTry);
      await runStep(run, sender, step);
    }
  };
  const place = { folder: what.folder, name: `${what.scenario.replaceAll('/', '.')}.${part.index}` };
  const sender = new SenderHost(run, place, what.senderRules, runSteps);
  try {
    await runSteps(faulted(each));
    sender.end();
  } finally {
    sender.close();
  }
  recorder.record({ type: 'try-ended', try: each.name });
}

/** The steps of a try after its faults have changed them, in order. */
export function faulted(each: Try): readonly Step[] {
  return (each.faults ?? []).reduce((steps, fault) => fault.apply(steps), each.steps);
}

function recordTrouble(recorder: ReturnType<typeof openRecorder>, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) recorder.record({ type: 'run-interrupted', why: interruption(signal) });
  else if (error instanceof LimitReached) {
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
