import { leavesOpen, type Outcome } from '../model/outcome.js';
import type { ExchangeAbout, MadeExchange, TryRun } from './try-run.js';

/** However short the waits are. */
const mostPolls = 60;
const longestWaitMs = 30_000;

/**
 * Where an answer accepted an action, to be done later, asks after it until it is settled or the adapter's time for
 * that is over; gives the outcome to go on with. Every poll is an exchange of its own in the history.
 */
export async function settleAcceptance(
  run: TryRun,
  made: Pick<MadeExchange, 'exchange' | 'answer' | 'outcome'>,
  { action, credential }: Pick<ExchangeAbout, 'action' | 'credential'>,
): Promise<Outcome | null> {
  const { poll } = run.target.adapter;
  const request = made.outcome?.kind === 'accepted' ? (poll?.request(made.answer) ?? null) : null;
  if (poll === null || request === null || action === null) return made.outcome;
  const { clock } = run.target;
  const untilMs = clock.now() + poll.withinMs;
  let waitMs = made.outcome?.retryAfterMs ?? poll.everyMs;
  for (let polls = 0; polls < mostPolls && clock.now() < untilMs; polls += 1) {
    await run.pass(Math.min(waitMs, longestWaitMs, untilMs - clock.now()), 'wait');
    const { exchange, outcome } = await run.exchange(request, {
      purpose: 'poll',
      by: 'runner',
      action,
      credential,
      read: (answer) => poll.read(answer),
    });
    if (outcome !== null && !leavesOpen(outcome)) {
      const accepted = made.exchange;
      run.recorder.record({ type: 'acceptance-settled', action, by: 'runner', accepted, exchange, outcome });
      return outcome;
    }
    waitMs = outcome?.retryAfterMs ?? poll.everyMs;
  }
  return made.outcome;
}
