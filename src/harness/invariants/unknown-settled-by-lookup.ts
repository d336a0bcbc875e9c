import type { HistoryView, SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { refusingKinds } from '../model/outcome.js';
import {
  mayHaveWrittenUnheard,
  overCases,
  overTries,
  senderCreatesOf,
  spelledMs,
  stampLagMs,
} from './reading.js';

/** A create whose effect the ledger does not know, and the first thing that the sender did about it. */
interface Doubt {
  readonly action: string;
  readonly create: SeenExchange;
  readonly next: SeenExchange | null;
  readonly asked: boolean;
}

/** Where a blind retry makes a second record, the receiver is asked before another create goes out. */
export const unknownSettledByLookup: Invariant = {
  id: 'unknown-settled-by-lookup',
  about: 'sender',
  promise:
    'Under look-up first, no create follows an unknown outcome without a look-up that said absent, late enough to be believed.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      if (each.policy.retry !== 'lookup-first') return { cases: 0, findings: [] };
      return overCases(
        each.actions.flatMap((action) => doubtsOf(history, each, action)),
        (doubt) => blind(each, doubt),
      );
    });
    return resultOf(cases, findings, 'no unknown outcome was followed up under look-up first');
  },
};

function doubtsOf(history: HistoryView, each: TryView, action: string): Doubt[] {
  const creates = senderCreatesOf(each, action);
  return creates.flatMap((create, index) => {
    const next = creates[index + 1] ?? null;
    const until = next?.started.seq ?? Number.POSITIVE_INFINITY;
    const looks = each.of('looked-up').filter(({ by, seq, action: about }) => {
      return by === 'sender' && about === action && seq > create.started.seq && seq < until;
    });
    if (isRefusedForSure(each, create, until) || (next === null && looks.length === 0)) return [];
    const from = absentCountsFrom(each, create) - stampLagMs(history);
    const asked =
      looks.some(({ finding, at }) => finding.kind === 'absent' && at >= from) ||
      isVouchedFor(history, each, { action, from: create.started.seq, until });
    return [{ action, create, next, asked }];
  });
}

/** What was given up may still be done: a look-up before this moment that finds nothing says no more than not yet. */
function absentCountsFrom({ policy }: TryView, { started, ended }: SeenExchange): number {
  return (ended ?? started).at + (policy.absentAfterMs ?? 0);
}

/** The receiver said no, and the ledger has that answer, or may have it. */
function isRefusedForSure(each: TryView, { started, ended }: SeenExchange, until: number): boolean {
  const heard = ended?.outcome != null && refusingKinds.includes(ended.outcome.kind);
  const span = { from: started.seq, until };
  if (heard && mayHaveWrittenUnheard(each, started.worker, span)) return true;
  return each.of('row-recorded').some(({ exchange, outcome }) => {
    return exchange === started.exchange && outcome !== null && refusingKinds.includes(outcome);
  });
}

/** Where the receiver offers no look-up, an operator's word stands in its place. */
function isVouchedFor(
  history: HistoryView,
  each: TryView,
  span: { readonly action: string; readonly from: number; readonly until: number },
): boolean {
  if (history.opened.offers.includes('lookup')) return false;
  return each.of('operator-acted').some(({ act, action, seq }) => {
    return act === 'unblock' && action === span.action && seq > span.from && seq < span.until;
  });
}

function blind(each: TryView, { action, create, next, asked }: Doubt): Broken | null {
  if (next === null || asked) return null;
  const { started, ended } = create;
  return {
    attempt: each.name,
    action,
    sentence: 'The sender sent an action again without asking whether the first time had already done it.',
    expected: `a look-up that says absent between the two creates${lateEnough(each)}`,
    actual: `the first came to ${ended?.outcome?.kind ?? 'no end'}, and another create followed with no such look-up`,
    events: [started.seq, ...(ended === null ? [] : [ended.seq]), next.started.seq],
  };
}

function lateEnough({ policy: { absentAfterMs = 0 } }: TryView): string {
  return absentAfterMs === 0 ? '' : `, at least ${spelledMs(absentAfterMs)} after the first was given up`;
}
