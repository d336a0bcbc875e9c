import { stepsAfterwards } from '../model/burst-rounds.js';
import type { BurstStep, Control, Step } from '../model/step.js';
import { burst } from './burst-step.js';
import { remove, update, versionOf } from './change-step.js';
import { load } from './load-step.js';
import { fetchRecord, lookUp, observe } from './look-step.js';
import { send, tellAgain } from './send-step.js';
import type { SenderHost } from './sender-step.js';
import type { TryRun } from './try-run.js';
import { workerName } from './worker-name.js';

/** Carries out one step of a try. Everything that it does is in the history when it resolves. */
export async function runStep(run: TryRun, sender: SenderHost, step: Step): Promise<void> {
  run.signal.throwIfAborted();
  switch (step.do) {
    case 'approve':
      return sender.approve(step);
    case 'attempt':
      await sender.attempt(step.worker ?? workerName(), step);
      return;
    case 'work':
      return sender.work(step);
    case 'work-side-by-side':
      return sender.workSideBySide(step);
    case 'operator':
      return sender.operate(step);
    case 'tamper':
      return sender.tamper(step);
    case 'send':
      return send(run, step);
    case 'together':
      return together(run, step);
    case 'burst':
      return burstAndAfter(run, sender, step);
    case 'load':
      return load(run, step);
    case 'during':
      return during(run, step);
    case 'tell-again':
      return tellAgain(run, step);
    case 'update':
      return update(run, step);
    case 'delete':
      return remove(run, step);
    case 'look-up':
      return lookUp(run, step);
    case 'fetch':
      return fetchRecord(run, step);
    case 'observe':
      return observe(run, step);
    case 'control':
      return control(run, step.what);
    case 'wait':
      return run.pass(step.ms, 'wait');
  }
}

async function together(run: TryRun, step: Extract<Step, { do: 'together' }>): Promise<void> {
  for (const each of step.steps) {
    if (each.do === 'update') await versionOf(run, each);
    else run.facts(each.action);
  }
  const done = await run.target.pace.reserve(step.steps.length, run.signal);
  // All of them end before the first failure is told: nothing may happen in a history that is closed.
  const ended = await Promise.allSettled(
    step.steps.map(async (each) => (each.do === 'update' ? update(run, each) : send(run, each))),
  );
  done();
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function control(run: TryRun, what: Control): Promise<void> {
  run.disturbed();
  await run.watch.ask(async () => run.target.controls.carryOut(what));
  run.recorder.record({ type: 'control-done', what });
}

async function burstAndAfter(run: TryRun, sender: SenderHost, step: BurstStep): Promise<void> {
  const rounds = await burst(run, step);
  for (const each of stepsAfterwards(step, rounds)) await runStep(run, sender, each);
}

/** Ends when both have: a kill cuts the send short, and whoever comes next meets the receiver started again. */
async function during(run: TryRun, step: Extract<Step, { do: 'during' }>): Promise<void> {
  const controlled = run.target.clock
    .sleep(step.afterMs, run.signal)
    .then(async () => control(run, step.what));
  // Both end before a failure is told: nothing may happen in a history that is closed.
  const ended = await Promise.allSettled([send(run, step.send), controlled]);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
