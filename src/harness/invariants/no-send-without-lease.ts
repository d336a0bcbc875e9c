import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, spelledMs, stampLagMs } from './reading.js';

/** A worker asks the receiver for something only while the row is its own. */
export const noSendWithoutLease: Invariant = {
  id: 'no-send-without-lease',
  about: 'sender',
  promise: 'No request starts from a worker whose lease has run out.',
  check: (history) => {
    const lagMs = stampLagMs(history);
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('exchange-started').filter(({ by, worker }) => by === 'sender' && worker !== null),
        (started) => unleased(each, started, lagMs),
      ),
    );
    return resultOf(cases, findings, 'no worker sent anything');
  },
};

function unleased(each: TryView, started: EventOf<'exchange-started'>, lagMs: number): Broken | null {
  const claims = each.of('row-claimed').filter(({ row, seq }) => {
    return row.action === started.action && seq < started.seq;
  });
  const own = claims.findLast(({ worker, row }) => {
    return worker === started.worker && (started.fence === null || row.fence === started.fence);
  });
  const taken = own !== undefined && own !== claims.at(-1);
  const leaseUntil = own?.row.leaseUntil ?? null;
  const lateMs = leaseUntil === null ? null : started.at - leaseUntil;
  if (!taken && lateMs !== null && lateMs < lagMs) return null;
  return {
    attempt: each.name,
    action: started.action,
    sentence: 'A worker that no longer held an action sent it all the same.',
    expected: 'a request only while the lease of its worker holds',
    actual: taken
      ? 'another worker had already taken the action over'
      : `the request began ${lateMs === null ? 'without a lease' : `${spelledMs(lateMs)} after the lease had ended`}`,
    events: [
      ...(own === undefined ? [] : [own.seq]),
      ...(taken ? claims.slice(-1).map(({ seq }) => seq) : []),
      started.seq,
    ],
  };
}
