import type { EventOf } from '../model/event.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type InvariantResult } from '../model/invariant.js';
import { acknowledges, type OutcomeKind } from '../model/outcome.js';
import {
  createsOf,
  deliveriesOf,
  genuine,
  inWords,
  overCases,
  overTries,
  type AnsweredCreate,
} from './reading.js';

interface Retry {
  readonly action: string;
  readonly create: AnsweredCreate;
}

/**
 * Looks whether retries, and look-ups in their place, teach the id of the record that the first request made. Outcomes
 * in `open` leave the question open: they are no answer yet, unless nothing comes after them.
 */
export function retriesResolved(history: HistoryView, open: readonly OutcomeKind[]): InvariantResult {
  const { cases, findings } = overTries(history, (each) => {
    const retries = overCases(
      each.actions.flatMap((action) => retriesOf(each, action, open)),
      (retry) => unresolved(each, retry),
    );
    const looks = overCases(lookUpsInPlace(each), (look) => otherFound(each, look));
    return { cases: retries.cases + looks.cases, findings: [...retries.findings, ...looks.findings] };
  });
  return resultOf(cases, findings, 'no retry of a delivered request was answered');
}

/** Settling retries: those after a copy that is known to have been delivered whole. */
function retriesOf(each: TryView, action: string, open: readonly OutcomeKind[]): Retry[] {
  const creates = deliveriesOf(each, action);
  const firstWhole = creates.findIndex(({ ended }) => ended.delivered === 'whole');
  if (firstWhole < 0) return [];
  const after = creates.slice(firstWhole + 1).filter(({ ended }) => genuine(ended));
  const settled = after.filter(
    ({ outcome }, index) =>
      !open.includes(outcome.kind) || (index === after.length - 1 && outcome.kind !== 'throttled'),
  );
  return settled.map((create) => ({ action, create }));
}

/** Look-ups that the sender made where its policy is not to send again blindly, and that found something. */
function lookUpsInPlace(each: TryView): readonly EventOf<'looked-up'>[] {
  return each.of('looked-up').filter(({ by, finding }) => by === 'sender' && finding.kind === 'found');
}

function otherFound(each: TryView, { seq, action, finding }: EventOf<'looked-up'>): Broken | null {
  const first = firstRecordId(each, action);
  if (finding.kind !== 'found' || first === null || finding.id === first) return null;
  return {
    attempt: each.name,
    action,
    sentence: 'A look-up in place of a retry finds another record than the first request made.',
    expected: `record ${first}`,
    actual: `found, record ${finding.id}`,
    events: [seq],
  };
}

function unresolved(each: TryView, retry: Retry): Broken | null {
  const { outcome, ended, exchange } = retry.create;
  const first = firstRecordId(each, retry.action);
  const resolved = acknowledges(outcome) ? (outcome.id ?? lookedUpId(each, retry.action, first)) : null;
  if (resolved !== null && (first === null || resolved === first)) return null;
  return {
    attempt: each.name,
    action: retry.action,
    sentence:
      resolved === null
        ? 'A retry of the same action does not tell which record the first request made.'
        : 'A retry of the same action names another record than the first request did.',
    expected:
      first === null ? 'an acknowledgement that names the record' : `an acknowledgement of record ${first}`,
    actual: inWords(ended.answer, outcome),
    events: [
      ...createsOf(each, retry.action)
        .slice(0, 1)
        .flatMap((create) => [create.exchange.started.seq, create.ended.seq]),
      exchange.started.seq,
      ended.seq,
    ],
  };
}

/** The record that the action made: named first, or the only one observed. */
export function firstRecordId(each: TryView, action: string): string | null {
  const named = deliveriesOf(each, action).find(
    ({ outcome }) => acknowledges(outcome) && outcome.id !== null,
  );
  if (named !== undefined) return named.outcome.id;
  const observed = each
    .of('observed')
    .find((seen) => seen.action === action && seen.credential === 'main' && seen.records.length === 1);
  return observed?.records[0]?.id ?? null;
}

function lookedUpId(each: TryView, action: string, first: string | null): string | null {
  const findings = each.of('looked-up').flatMap((seen) => (seen.action === action ? [seen.finding] : []));
  const found = findings.find(({ kind }) => kind === 'found');
  if (found?.kind === 'found') return found.id;
  // What is looked up by a marker that other actions carry as well can be no more than among those found.
  const isAmong = findings.some(
    (finding) => finding.kind === 'several' && first !== null && finding.ids.includes(first),
  );
  return isAmong && sharesMarker(each, action) ? first : null;
}

function sharesMarker(each: TryView, action: string): boolean {
  const marker = each.declared(action)?.marker;
  return each.actions.some((other) => other !== action && each.declared(other)?.marker === marker);
}
