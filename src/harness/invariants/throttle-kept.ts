import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, spelledMs } from './reading.js';

/** A wait that the ledger took down, and the attempt that came after it. */
interface Wait {
  readonly recorded: EventOf<'row-recorded'>;
  readonly answer: EventOf<'exchange-ended'> | null;
  readonly next: EventOf<'row-claimed'>;
}

/** The sender waits as long as the receiver asked, and as long as it has told itself. */
export const throttleKept: Invariant = {
  id: 'throttle-kept',
  about: 'sender',
  promise: "No attempt is made before the receiver's stated wait, or the back-off, is over.",
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('row-recorded').flatMap((recorded) => waitAfter(each, recorded) ?? []),
        (wait) => impatient(each, wait),
      ),
    );
    return resultOf(cases, findings, 'no attempt followed a wait');
  },
};

function waitAfter(each: TryView, recorded: EventOf<'row-recorded'>): Wait | null {
  const { action } = recorded.row;
  if (recorded.worker === null || recorded.nextAt === null) return null;
  const next = each.of('row-claimed').find(({ seq, row }) => seq > recorded.seq && row.action === action);
  if (next === undefined) return null;
  const overruled = each.of('operator-acted').some((act) => {
    return act.action === action && act.seq > recorded.seq && act.seq < next.seq;
  });
  if (overruled) return null;
  const answer = each.of('exchange-ended').find(({ exchange }) => exchange === recorded.exchange);
  return { recorded, answer: answer ?? null, next };
}

function impatient(each: TryView, { recorded, answer, next }: Wait): Broken | null {
  const askedMs = answer?.outcome?.retryAfterMs ?? null;
  const asked = askedMs === null || answer === null ? null : answer.at + askedMs;
  const until = Math.max(recorded.nextAt ?? 0, asked ?? 0);
  if (next.at >= until) return null;
  const hurried = asked !== null && next.at < asked;
  return {
    attempt: each.name,
    action: next.row.action,
    sentence: hurried
      ? 'The sender came back before the wait was over that the receiver had asked for.'
      : 'The sender came back before its own back-off was over.',
    expected: hurried
      ? `a wait of ${spelledMs(askedMs ?? 0)} after the answer`
      : `a wait of ${spelledMs(until - recorded.at)} after the attempt`,
    actual: `the next attempt began ${spelledMs(until - next.at)} too early`,
    events: [...(answer === null ? [] : [answer.seq]), recorded.seq, next.seq],
  };
}
