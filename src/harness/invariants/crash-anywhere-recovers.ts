import type { EventOf } from '../model/event.js';
import type { RowFacts } from '../model/outbox-row.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { canonicalJson, type Json } from '../model/json.js';
import { acknowledges } from '../model/outcome.js';
import { overCases, overTries, rowEventsOf } from './reading.js';

/** How an action stands after a worker's death, once the workers have found nothing more to do. */
interface Recovered {
  readonly row: RowFacts;
  readonly crash: EventOf<'worker-crashed'>;
  readonly quiet: EventOf<'worker-idle'>;
  readonly ledger: EventOf<'ledger-counted'>;
}

/** A death at any point leaves nothing behind that another worker does not finish. */
export const crashAnywhereRecovers: Invariant = {
  id: 'crash-anywhere-recovers',
  about: 'sender',
  promise:
    'Killed at any named point and started again, the run ends in the same final state as without the kill.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const twin = history.tries.find((other) => isTwin(history, other, each)) ?? null;
      return overCases(
        recoveredOf(each),
        (recovered) => forgotten(each, recovered) ?? endedOtherwise(each, twin, recovered),
      );
    });
    return resultOf(cases, findings, 'no worker died, or none went on until nothing was left to do');
  },
};

function recoveredOf(each: TryView): Recovered[] {
  const crash = each.of('worker-crashed').at(-1);
  const quiet = each.of('worker-idle').findLast(({ nextAt }) => nextAt === null);
  const ledger = each.of('ledger-counted').at(-1);
  if (crash === undefined || quiet === undefined || ledger === undefined || quiet.seq < crash.seq) return [];
  const approved = each.of('approval-recorded').filter(({ seq }) => seq < quiet.seq);
  return ledger.rows
    .filter(({ action }) => approved.some((approval) => approval.action === action))
    .filter(({ action }) => rowEventsOf(each, action).every(({ seq }) => seq < quiet.seq))
    .map((row) => ({ row, crash, quiet, ledger }));
}

function forgotten(each: TryView, { row, crash, quiet, ledger }: Recovered): Broken | null {
  if (['sent', 'blocked', 'failed'].includes(row.state)) return null;
  return {
    attempt: each.name,
    action: row.action,
    sentence: 'A worker died, and the action that it was at was never finished by anybody.',
    expected: 'the action is taken up again and ends sent, blocked or failed',
    actual: `it is still ${row.state}, and the workers say that nothing is left to do`,
    events: [crash.seq, quiet.seq, ledger.seq],
  };
}

function endedOtherwise(each: TryView, twin: TryView | null, recovered: Recovered): Broken | null {
  const { row, crash, ledger } = recovered;
  const rows = twin?.of('ledger-counted').at(-1)?.rows ?? [];
  const unhurt = rows.find(({ action }) => action === row.action);
  if (unhurt === undefined || unhurt.state === row.state) return null;
  return {
    attempt: each.name,
    action: row.action,
    sentence: `After a death ${crash.point === null ? 'at some moment' : `at the point ${crash.point}`} the action ended otherwise than without it.`,
    expected: `${unhurt.state}, as in the same course without a death`,
    actual: row.state,
    events: [crash.seq, ledger.seq],
  };
}

/** The same course without a death, where nothing but the death can make a difference. */
function isTwin(history: HistoryView, other: TryView, each: TryView): boolean {
  const deaths = each.of('worker-crashed').length;
  if (other.of('worker-crashed').length > 0 || deaths >= each.policy.maxAttempts) return false;
  if (!canSettleDoubt(history, each)) return false;
  return isUndisturbed(other) && isUndisturbed(each) && courseOf(other) === courseOf(each);
}

/** Whether the sender may find out by itself what a dead worker's request came to. */
function canSettleDoubt(history: HistoryView, { policy }: TryView): boolean {
  if (policy.retry === 'lookup-first') return history.opened.offers.includes('lookup');
  return policy.retry === 'same-key';
}

function isUndisturbed(each: TryView): boolean {
  const creates = each.exchanges.filter(({ started }) => started.purpose === 'create');
  return (
    each.of('control-done').length + each.of('operator-acted').length === 0 &&
    each.of('approval-recorded').every(({ expiresAt }) => expiresAt === null) &&
    each.of('payload-tampered').length === 0 &&
    creates.every(({ started, ended }) => {
      const outcome = ended?.outcome ?? null;
      const named = outcome !== null && outcome.id !== null && acknowledges(outcome);
      const orderly = named || isCutByDeath(each, started, ended);
      return started.by === 'sender' && started.effects.length === 0 && orderly;
    })
  );
}

/** The worker died with its request under way. */
function isCutByDeath(
  each: TryView,
  { worker, seq }: EventOf<'exchange-started'>,
  ended: EventOf<'exchange-ended'> | null,
): boolean {
  const until = ended?.seq ?? Number.POSITIVE_INFINITY;
  return each.of('worker-crashed').some((crash) => {
    return crash.worker === worker && crash.seq > seq && crash.seq < until;
  });
}

/** What was approved, in the order of approval, without the text that differs from try to try. */
function courseOf(each: TryView): string {
  const approved = each.of('approval-recorded').flatMap(({ action }): Json[] => {
    const declared = each.declared(action);
    if (declared === null) return [];
    const text = canonicalJson(declared.payload)
      .replaceAll(declared.marker, '(marker)')
      .replaceAll(declared.key, '(key)');
    return [action, text];
  });
  return canonicalJson([canonicalJson({ ...each.policy }), ...approved]);
}
