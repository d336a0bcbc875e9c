import type { Contract } from '../model/contract.js';
import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { createsOf, mayNotHaveArrived, overCases, overTries, spelledMs, wasWaitedOut } from './reading.js';

/** How long a record that was acknowledged stayed out of sight of look-ups. */
export interface LookUpLag {
  readonly look: EventOf<'looked-up'>;
  /** How often it was looked for. */
  readonly looks: number;
  /** Milliseconds from the first look to the beginning of the last. */
  readonly ms: number;
}

/** A look-up finds an acknowledged record within the time that the contract claims: at once, or within its settle time. */
export const lookUpsAreFresh: Invariant = {
  id: 'look-ups-are-fresh',
  about: 'answer',
  promise: 'A record that was acknowledged is found within the time that the contract claims.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(lookUpLags(each), (lag) => late(each, lag, contract)),
    );
    return resultOf(cases, findings, 'no look-up was to find a record');
  },
};

/** The lag of every look-up that was to find its record. */
export function lookUpLags(each: TryView): readonly LookUpLag[] {
  return each
    .of('looked-up')
    .filter(({ seq, by, action, expect }) => {
      return by === 'runner' && expect === 'found' && !mayNotHaveArrived(each, action, seq);
    })
    .map((look) => {
      const looks = each.exchanges.filter(
        (exchange) =>
          exchange.started.purpose === 'look-up' &&
          exchange.started.action === look.action &&
          exchange.started.seq < look.seq &&
          !wasWaitedOut(exchange),
      );
      const from = looks[0]?.started.at ?? look.at;
      return { look, looks: looks.length, ms: (looks.at(-1)?.started.at ?? look.at) - from };
    });
}

function late(each: TryView, { look, looks, ms }: LookUpLag, { consistency }: Contract): Broken | null {
  const found = look.finding.kind === 'found';
  // The last look may begin one poll after the moment at which the record came into sight.
  const inTime =
    consistency.kind === 'immediate' ? looks === 1 : ms <= consistency.settleMs + consistency.pollMs;
  if (found && inTime) return null;
  const claimed =
    consistency.kind === 'immediate' ? 'at the first look' : `within ${spelledMs(consistency.settleMs)}`;
  return {
    attempt: each.name,
    action: look.action,
    sentence:
      'A record that was acknowledged is not found at once: a sender that looks before it sends would make it again.',
    expected: `found ${claimed}`,
    actual: found ? `found at look ${looks}, after ${spelledMs(ms)}` : `not found within ${spelledMs(ms)}`,
    events: [...createsOf(each, look.action).flatMap(({ ended }) => [ended.seq]), look.seq],
  };
}
