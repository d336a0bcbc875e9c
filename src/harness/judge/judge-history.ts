import type { HistoryEvent } from '../model/event.js';
import { goneIn, viewHistory, type HistoryView } from '../model/history-view.js';
import type { About, Broken, Invariant, InvariantResult } from '../model/invariant.js';
import type { Side } from '../model/report.js';
import type { Observation, Scenario } from '../model/scenario.js';
import type { Level, Verdict } from '../model/verdict.js';
import { deathsIn } from './deaths.js';
import { redirectsIn } from './redirects.js';

/** A broken promise together with the invariant that says so. */
export interface JudgedFinding extends Broken {
  readonly invariant: string;
  readonly about: About;
}

/** What one history says about one requirement. */
export interface Judged {
  readonly scenario: Scenario;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly why: string;
  readonly sides: Readonly<Record<About, Side>>;
  readonly cases: number;
  readonly findings: readonly JudgedFinding[];
  readonly observations: readonly Observation[];
  readonly leftOut: readonly { readonly try: string; readonly needs: readonly string[] }[];
  readonly missing: readonly string[];
  readonly view: HistoryView | null;
  /** What the promises of the sender's own ledger say about this history, by invariant id. */
  readonly ledger: ReadonlyMap<
    string,
    { readonly cases: number; readonly findings: readonly JudgedFinding[] }
  >;
}

interface Checked {
  readonly invariant: Invariant;
  readonly result: InvariantResult;
}

/** A requirement of which nothing was run. */
export function notExercised(scenario: Scenario, level: Level, missing: readonly string[]): Judged {
  return {
    scenario,
    level,
    verdict: 'not-exercised',
    why: `needs ${missing.join(', ')}`,
    sides: { effect: 'not-judged', answer: 'not-judged', sender: 'not-judged' },
    cases: 0,
    findings: [],
    observations: [],
    leftOut: [],
    missing,
    view: null,
    ledger: new Map(),
  };
}

/** A requirement that was to be run, had the target not been gone before. */
export function blockedByLoss(scenario: Scenario, level: Level, why: string): Judged {
  return { ...notExercised(scenario, level, []), verdict: 'blocked', why: lossInWords(why) };
}

/** Judges a closed history: the same history always gets the same verdict, wherever it was recorded. */
export function judgeHistory(
  scenario: Scenario,
  level: Level,
  events: readonly HistoryEvent[],
  ledgerPromises: readonly Invariant[],
): Judged {
  const view = viewHistory(met(events));
  const base = notExercised(scenario, level, []);
  const left = events.flatMap((event) =>
    event.type === 'try-left-out' ? [{ try: event.try, needs: event.needs }] : [],
  );
  const failed = events.find((event) => event.type === 'kit-failed');
  try {
    const checked = scenario.invariants.map((invariant) => ({
      invariant,
      result: invariant.check(view, view.contract),
    }));
    const ledger = ledgerResults(ledgerPromises, view);
    // Neither is what any requirement is about, and either breaks all that it happens in.
    const mishaps = [...deathsIn(view), ...redirectsIn(view)];
    const looked =
      scenario.byChance === true ? checked.filter(({ result }) => result.kind !== 'unknown') : checked;
    const sides = sidesOf(looked);
    const judged = {
      ...base,
      view,
      ledger,
      leftOut: left,
      sides: mishaps.length > 0 ? { ...sides, answer: 'broken' as const } : sides,
      cases: checked.reduce((sum, { result }) => sum + (result.kind === 'unknown' ? 0 : result.cases), 0),
      findings: [...checked.flatMap(({ invariant, result }) => findingsOf(invariant, result)), ...mishaps],
      observations: scenario.sees?.(view, view.contract) ?? [],
    };
    if (failed?.type === 'kit-failed') return { ...judged, verdict: 'kit-error', why: failed.message };
    if (mishaps.length > 0) return { ...judged, verdict: 'fail', why: '' };
    return { ...judged, ...conclusionOf(looked, view, scenario) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...base, view, leftOut: left, verdict: 'kit-error', why: `the judge failed: ${message}` };
  }
}

/** Exchanges that met nobody, because the target was gone for good, are as if they had never ended. */
function met(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const unanswered = goneIn(events)?.unanswered ?? [];
  return events.filter((event) => event.type !== 'exchange-ended' || !unanswered.includes(event.exchange));
}

function lossInWords(why: string): string {
  return `the target was gone: ${why}`;
}

function findingsOf(invariant: Invariant, result: InvariantResult): JudgedFinding[] {
  if (result.kind !== 'broken') return [];
  return result.findings.map((finding) => ({ ...finding, invariant: invariant.id, about: invariant.about }));
}

function ledgerResults(promises: readonly Invariant[], view: HistoryView): Judged['ledger'] {
  return new Map(
    promises.map((invariant) => {
      const result = invariant.check(view, view.contract);
      const cases = result.kind === 'unknown' ? 0 : result.cases;
      return [invariant.id, { cases, findings: findingsOf(invariant, result) }];
    }),
  );
}

function sidesOf(checked: readonly Checked[]): Readonly<Record<About, Side>> {
  const side = (about: About): Side => {
    const results = checked
      .filter(({ invariant }) => invariant.about === about)
      .map(({ result }) => result.kind);
    if (results.includes('broken')) return 'broken';
    return results.length > 0 && results.every((kind) => kind === 'holds') ? 'holds' : 'not-judged';
  };
  return { effect: side('effect'), answer: side('answer'), sender: side('sender') };
}

/** Fail wins over blocked and inconclusive, and nothing looked at is never a pass; what a fail means is the level's affair. */
function conclusionOf(
  checked: readonly Checked[],
  view: HistoryView,
  { byChance }: Pick<Scenario, 'byChance'>,
): { readonly verdict: Verdict; readonly why: string } {
  const broken = checked.some(({ result }) => result.kind === 'broken');
  if (broken) return { verdict: 'fail', why: '' };
  const gone = goneIn(view.events);
  if (gone !== null) return { verdict: 'blocked', why: lossInWords(gone.why) };
  const doubt = doubtIn(checked, view) ?? (byChance === true ? null : ineffectiveFault(view));
  return doubt === null ? { verdict: 'pass', why: '' } : { verdict: 'inconclusive', why: doubt };
}

function doubtIn(checked: readonly Checked[], view: HistoryView): string | null {
  const stopped = view.events.find(
    (event) => event.type === 'run-interrupted' || event.type === 'limit-reached',
  );
  if (stopped?.type === 'run-interrupted') return stopped.why;
  if (stopped?.type === 'limit-reached') return `the limit of ${stopped.most} ${stopped.limit} was reached`;
  for (const { invariant, result } of checked) {
    if (result.kind === 'unknown') return `${result.why} (${invariant.id})`;
  }
  if (checked.length === 0) return 'nothing was judged';
  if (view.tries.length === 0) return 'nothing was tried';
  return null;
}

/** A fault that changed nothing proves nothing; a reply that was lost must have been one to a delivered request. */
function ineffectiveFault(view: HistoryView): string | null {
  for (const each of view.tries) {
    const effects = each.exchanges.flatMap(({ started, ended }) =>
      started.effects.map(({ kind }) => ({
        kind,
        applied: ended === null || ended.applied.includes(kind),
        ended,
      })),
    );
    const idle = effects.find(({ applied }) => !applied);
    if (idle !== undefined) return `the wire effect ${idle.kind} changed nothing in "${each.name}"`;
    const undelivered = effects.find(
      ({ kind, ended }) => lossy.includes(kind) && ended !== null && ended.delivered !== 'whole',
    );
    if (undelivered !== undefined)
      return `the request whose reply was to be lost was not delivered in "${each.name}"`;
    const planned = each.of('try-started').flatMap(({ faults }) => faults);
    const happened =
      effects.length > 0 || each.of('worker-crashed').length > 0 || each.of('control-done').length > 0;
    if (planned.length > 0 && !happened)
      return `the fault ${planned[0]?.name ?? ''} changed nothing in "${each.name}"`;
  }
  return null;
}

const lossy: readonly string[] = [
  'lose-reply',
  'hold-reply',
  'gateway-answer',
  'cut-status-line',
  'cut-headers',
  'cut-body',
  'reset-after-request',
  'double',
];
