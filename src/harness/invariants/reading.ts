import type { EventOf } from '../model/event.js';
import { madeUpOnTheWay, type Answer } from '../model/exchange.js';
import type { HistoryView, SeenExchange, TryView } from '../model/history-view.js';
import type { Broken } from '../model/invariant.js';
import { acknowledges, isThrottled, type Outcome } from '../model/outcome.js';

/** An answered (or lost) create exchange together with the outcome that was read from it. */
export interface AnsweredCreate {
  readonly exchange: SeenExchange;
  readonly ended: EventOf<'exchange-ended'>;
  readonly outcome: Outcome;
}

/** The creates of an action, in the order they began, made with the target's own credential. */
export function createsOf(each: TryView, action: string): readonly AnsweredCreate[] {
  return each.exchangesOf(action).flatMap((exchange) => {
    const { started, ended } = exchange;
    const own = started.purpose === 'create' && started.credential === 'main';
    return own && ended !== null && ended.outcome !== null && !wasWaitedOut(exchange)
      ? [{ exchange, ended, outcome: ended.outcome }]
      : [];
  });
}

/** True for a request of the runner that was throttled without being meant to be: it kept the wait and asked again. */
export function wasWaitedOut({ started, ended }: SeenExchange): boolean {
  if (started.by !== 'runner' || ended === null || !genuine(ended)) return false;
  return isThrottled(ended.answer, ended.outcome) && started.expect?.includes('throttled') !== true;
}

/**
 * True for an action of which nothing shows, up to that event, that a create was taken: it was lost without anybody's
 * planning it, or throttled. That nothing came of it breaks no promise.
 */
export function mayNotHaveArrived(each: TryView, action: string, before: number): boolean {
  const creates = each.exchangesOf(action).filter(({ started, ended }) => {
    const own = started.purpose === 'create' && started.credential === 'main';
    return own && ended !== null && ended.seq < before;
  });
  const taken = creates.some(({ ended }) => ended?.outcome != null && acknowledges(ended.outcome));
  return !taken && creates.some(({ ended }) => ended !== null && isUntaken(ended));
}

function isUntaken(ended: EventOf<'exchange-ended'>): boolean {
  // A throttle that was put in on the way, and that the adapter takes for something else.
  if (ended.applied.includes('throttle')) return !isThrottled(ended.answer, ended.outcome);
  if (ended.applied.length > 0) return ended.hidden.some((answer) => isThrottled(answer, null));
  return ended.answer.kind === 'lost' || isThrottled(ended.answer, ended.outcome);
}

/** True when the sender saw the receiver's own answer: not lost, and not made up on the way. */
export function genuine(ended: EventOf<'exchange-ended'>): boolean {
  return ended.answer.kind === 'answered' && !ended.applied.some((kind) => madeUpOnTheWay.includes(kind));
}

/** Creates that are the action's first try or a retry of it, by the runner or by the sender. */
export function deliveriesOf(each: TryView, action: string): readonly AnsweredCreate[] {
  return createsOf(each, action).filter(({ exchange }) => {
    const { by, role } = exchange.started;
    return by === 'sender' || role === 'first' || role === 'retry';
  });
}

/** The sequence number from which on an action's record is no longer due to be there: its owner asked to delete it. */
export function deletionOf(each: TryView, action: string): number {
  const deletion = each.exchangesOf(action).find(({ started }) => started.purpose === 'delete');
  return deletion?.started.seq ?? Number.POSITIVE_INFINITY;
}

/** Ids that acknowledgements of an action named, first one first, each once. */
export function namedIds(each: TryView, action: string): readonly string[] {
  const ids = deliveriesOf(each, action)
    .filter(({ outcome }) => acknowledges(outcome))
    .flatMap(({ outcome }) => (outcome.id === null ? [] : [outcome.id]));
  return [...new Set(ids)];
}

/** The sender's creates of an action in the order they began, ended or not. */
export function senderCreatesOf(each: TryView, action: string): readonly SeenExchange[] {
  return each
    .exchangesOf(action)
    .filter(({ started }) => started.by === 'sender' && started.purpose === 'create');
}

/** A change of an action's row in the outbox: taken by a worker, or written by a worker or an operator. */
export type RowEvent = EventOf<'row-claimed'> | EventOf<'row-recorded'>;

/** The changes of an action's row, in order. */
export function rowEventsOf(each: TryView, action: string): readonly RowEvent[] {
  return each.events.filter(
    (event): event is RowEvent =>
      (event.type === 'row-claimed' || event.type === 'row-recorded') && event.row.action === action,
  );
}

/**
 * True where a worker was killed at any moment within that span of events. What it had written to the ledger just
 * before may be in no event then: a ledger is written first and told of afterwards.
 */
export function mayHaveWrittenUnheard(
  each: TryView,
  worker: string | null,
  span: { readonly from: number; readonly until: number },
): boolean {
  return each.of('worker-crashed').some((crash) => {
    return crash.worker === worker && crash.point === null && crash.seq > span.from && crash.seq < span.until;
  });
}

/** How much later than the moment it tells of an event may be stamped, in milliseconds: time goes on while disks write. */
export function stampLagMs(history: HistoryView): number {
  return history.opened.clock === 'virtual' ? 0 : 100;
}

/** A span of time in a sentence: milliseconds while they are few, seconds from then on. */
export function spelledMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(3))} s`;
}

/** Runs a check over every try and puts its cases and findings together. */
export function overTries(
  history: HistoryView,
  check: (each: TryView) => { readonly cases: number; readonly findings: readonly Broken[] },
): { readonly cases: number; readonly findings: readonly Broken[] } {
  const results = history.tries.map((each) => check(each));
  return {
    cases: results.reduce((sum, { cases }) => sum + cases, 0),
    findings: results.flatMap(({ findings }) => findings),
  };
}

/** Runs a check over a list of cases, of which each gives a finding or null. */
export function overCases<Case>(
  cases: readonly Case[],
  check: (each: Case) => Broken | null,
): { readonly cases: number; readonly findings: readonly Broken[] } {
  return {
    cases: cases.length,
    findings: cases.flatMap((each) => {
      const finding = check(each);
      return finding === null ? [] : [finding];
    }),
  };
}

/** An answer in a few words, for findings. */
export function inWords(answer: Answer, outcome: Outcome | null): string {
  const status = answer.kind === 'answered' ? `status ${answer.status}` : `no answer (${answer.how})`;
  if (outcome === null) return status;
  const id = outcome.id === null ? '' : `, naming ${outcome.id}`;
  return `${outcome.kind} (${status}${id})`;
}
