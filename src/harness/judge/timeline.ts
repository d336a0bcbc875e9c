import type { EventType, HistoryEvent } from '../model/event.js';
import type { Purpose } from '../model/exchange.js';
import type { Answer } from '../model/exchange.js';
import type { TryView } from '../model/history-view.js';
import { counted, spelledDuration } from '../model/spelled.js';
import type { Control } from '../model/step.js';
import type { TimelineEvent } from '../model/report.js';
import type { JudgedFinding } from './judge-history.js';
import { relatedActions } from './related-actions.js';

/** About how many events a timeline draws; the rest of the try is counted, never hidden silently. */
export const mostTimelineEvents = 12;

const longestRaw = 4_000;

type Drawn = Pick<TimelineEvent, 'lane' | 'to' | 'text'>;

/** The events around a finding, as lanes to draw: what it cites, and what else fits. */
export function timelineOf(
  each: TryView,
  finding: Pick<JudgedFinding, 'events' | 'action'>,
): { readonly timeline: readonly TimelineEvent[]; readonly folded: number } {
  const drawable = each.events.flatMap((event) => {
    const drawn = drawnOf(event, each);
    return drawn === null ? [] : [{ event, drawn }];
  });
  const cited = new Set(finding.events);
  const related = finding.action === null ? null : relatedActions(each, finding.action);
  const own = drawable.filter(({ event }) => cited.has(event.seq) || concerns(event, related, each));
  const chosen = choose(own, cited);
  const start = chosen[0]?.event.at ?? 0;
  const last = Math.max(...finding.events);
  return {
    timeline: chosen.map(({ event, drawn }) => ({
      ...drawn,
      seq: event.seq,
      ms: event.at - start,
      mark: event.seq === last ? 'contradiction' : markOf(event),
      raw: rawOf(event),
    })),
    folded: drawable.length - chosen.length,
  };
}

function choose<Item extends { readonly event: HistoryEvent }>(
  own: readonly Item[],
  cited: ReadonlySet<number>,
): readonly Item[] {
  if (own.length <= mostTimelineEvents) return own;
  const named = own.filter(({ event }) => cited.has(event.seq));
  const faults = own.filter(({ event }) => markOf(event) === 'fault');
  const kept = new Set([...named.slice(0, mostTimelineEvents - 1), ...named.slice(-1)]);
  for (const item of [...nearestFirst(faults, named), ...own]) {
    if (kept.size >= mostTimelineEvents) break;
    kept.add(item);
  }
  return own.filter((item) => kept.has(item));
}

/** Where a try has many faults, those right before or after what a finding cites have to do with it. */
function nearestFirst<Item extends { readonly event: HistoryEvent }>(
  faults: readonly Item[],
  named: readonly Item[],
): readonly Item[] {
  const distance = ({ event }: Item): number =>
    Math.min(...named.map((other) => Math.abs(other.event.seq - event.seq)));
  return faults.toSorted((left, right) => distance(left) - distance(right));
}

function concerns(event: HistoryEvent, related: ReadonlySet<string> | null, each: TryView): boolean {
  const action = event.type === 'exchange-ended' ? actionOf(event.exchange, each) : actionIn(event);
  return related === null || action === null || related.has(action);
}

function actionIn(event: HistoryEvent): string | null {
  return 'action' in event ? event.action : null;
}

/** An answer belongs to the action of its request. */
function actionOf(exchange: string, each: TryView): string | null {
  return each.exchange(exchange)?.started.action ?? null;
}

const mishaps: readonly EventType[] = ['worker-crashed', 'worker-stopped', 'control-done'];

function markOf(event: HistoryEvent): TimelineEvent['mark'] {
  if (mishaps.includes(event.type)) return 'fault';
  return event.type === 'exchange-ended' && event.applied.length > 0 ? 'fault' : 'plain';
}

function drawnOf(event: HistoryEvent, each: TryView): Drawn | null {
  switch (event.type) {
    case 'approval-recorded':
      return within('ledger', `approval of ${event.action} recorded`);
    case 'row-recorded':
      return within('ledger', `${event.row.action}: ${event.from} → ${event.row.state}`);
    case 'row-write-fenced':
      return within('ledger', `write of ${event.worker} fenced off`);
    case 'row-claimed':
      return within('ledger', `${event.row.action} claimed by ${event.worker}`);
    case 'send-held':
      return within('sender', `send held: ${event.why}`);
    case 'worker-crashed':
      return within('sender', `${event.worker} died: ${event.point ?? 'killed at some moment'}`);
    case 'worker-stopped':
      return within('sender', `${event.worker} stopped: ${event.point}`);
    case 'worker-woken':
      return within('sender', `${event.worker} goes on`);
    case 'operator-acted':
      return within('ledger', `operator: ${event.act}, ${event.result}`);
    case 'exchange-started':
      return startedInWords(event);
    case 'exchange-ended':
      return endedInWords(event, each);
    case 'observed':
      return within('receiver', `${counted(event.records.length, 'record')} counted (${event.when})`);
    case 'fetched':
    case 'looked-up':
      return within('receiver', `${event.type === 'fetched' ? 'fetch' : 'look-up'}: ${event.finding.kind}`);
    case 'signed-in':
      return within('sender', `signed in (${event.why})`);
    case 'acceptance-settled':
      return within('receiver', `what was accepted came to: ${event.outcome.kind}`);
    case 'update-answered':
      return within('receiver', `update of version ${event.version}: ${event.outcome.kind}`);
    case 'control-done':
      return within('receiver', controlInWords(event.what));
    case 'redirect-not-followed':
      return within('wire', `redirect to ${event.to}, not followed`);
    case 'target-died':
      return within('receiver', `died: ${event.why}`);
    case 'target-started-again':
      return within('receiver', 'started again by the kit');
    case 'target-gone':
      return within('receiver', `gone for good: ${event.why}`);
    case 'time-passed':
      return within('wire', `waited ${spelledDuration(event.ms)} (${event.why})`);
    default:
      // The rest frames the course and is not drawn: openings, declarations, approvals that changed nothing.
      return null;
  }
}

/** What they taught is drawn, at the event that says it. */
const undrawn: readonly Purpose[] = ['observe', 'look-up', 'fetch', 'poll'];

function within(lane: Drawn['lane'], text: string): Drawn {
  return { lane, to: null, text };
}

function startedInWords(event: HistoryEvent & { type: 'exchange-started' }): Drawn | null {
  if (undrawn.includes(event.purpose)) return null;
  const who = event.credential === 'main' ? '' : ` as ${event.credential}`;
  const what = event.role === 'clash' ? 'other content, same key' : (event.role ?? 'delivery');
  return { lane: 'sender', to: 'receiver', text: `${event.purpose}${who}: ${what}` };
}

function endedInWords(event: HistoryEvent & { type: 'exchange-ended' }, each: TryView): Drawn | null {
  const started = each.exchange(event.exchange)?.started;
  if (started === undefined || startedInWords(started) === null) return null;
  const told =
    event.outcome === null
      ? ''
      : ` — ${event.outcome.kind}${event.outcome.id === null ? '' : ` ${event.outcome.id}`}`;
  if (event.applied.length > 0) {
    const hidden = event.hidden[0];
    const behind = hidden === undefined ? '' : `; the receiver answered ${answerInWords(hidden)}`;
    return {
      lane: 'wire',
      to: 'sender',
      text: `${event.applied.join(', ')}: ${answerInWords(event.answer)}${behind}`,
    };
  }
  return { lane: 'receiver', to: 'sender', text: `${answerInWords(event.answer)}${told}` };
}

function controlInWords(control: Control): string {
  switch (control.control) {
    case 'kill':
      return 'killed, and started again';
    case 'restart':
      return 'stopped in good order, and started again';
    case 'move-clock':
      return `clock moved by ${spelledDuration(control.ms)}`;
    case 'slow':
      return `made slow: the next create takes ${spelledDuration(control.ms)} longer`;
    case 'fail-next':
      return `made to fail the next create, ${control.at === 'before' ? 'before it writes' : 'half-way'}`;
    case 'throttle-next':
      return `made to throttle the next create, with a wait of ${spelledDuration(control.retryAfterS * 1_000)}`;
  }
}

function answerInWords(answer: Answer): string {
  return answer.kind === 'answered' ? String(answer.status) : `no answer (${answer.how})`;
}

function rawOf(event: HistoryEvent): string {
  if (event.type === 'exchange-started') {
    const { method, path, headers, body } = event.request;
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    return cut(
      [
        `${method} ${path}`,
        ...lines,
        `(credential: ${event.credential}, added on sending)`,
        '',
        body ?? '',
      ].join('\n'),
    );
  }
  if (event.type === 'exchange-ended') {
    const hidden = event.hidden.map((answer) => `hidden from the sender:\n${rawAnswer(answer)}`);
    return cut([rawAnswer(event.answer), `delivered: ${event.delivered}`, ...hidden].join('\n\n'));
  }
  return cut(JSON.stringify(event, null, 2));
}

function rawAnswer(answer: Answer): string {
  if (answer.kind === 'lost') return `no answer: ${answer.how} (${answer.detail})`;
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}`);
  return [`status ${answer.status}`, ...lines, '', answer.body].join('\n');
}

function cut(text: string): string {
  return text.length > longestRaw
    ? `${text.slice(0, longestRaw)}\n… cut; ${text.length} characters in the history`
    : text;
}
