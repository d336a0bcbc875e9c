import type { EventOf, EventType, HistoryEvent } from '../model/event.js';
import type { Answer } from '../model/exchange.js';
import type { LookUpFinding } from '../model/adapter.js';
import { acknowledges } from '../model/outcome.js';
import { counted } from '../model/spelled.js';

/** One part of an adapter file, and whether it works at the target. */
export interface Diagnosis {
  readonly part: 'create' | 'observe' | 'lookup' | 'fetch' | 'cleanup';
  /** `absent` where the file has no such section. */
  readonly state: 'works' | 'fails' | 'absent';
  readonly words: string;
  /** What to look at next; empty where it works. */
  readonly next: string;
}

/** Reads from the history of a check-up what works, part by part. */
export function diagnose(events: readonly HistoryEvent[]): readonly Diagnosis[] {
  const id = createdId(events);
  return [
    diagnoseCreate(events),
    diagnoseCount(only(events, 'observed')),
    diagnoseFinding('lookup', only(events, 'looked-up')?.finding, id),
    diagnoseFinding('fetch', only(events, 'fetched')?.finding, id),
    diagnoseCleanUp(only(events, 'records-cleaned-up')),
  ];
}

function only<Type extends EventType>(
  events: readonly HistoryEvent[],
  type: Type,
): EventOf<Type> | undefined {
  return events.find((event): event is EventOf<Type> => event.type === type);
}

function createEnded(events: readonly HistoryEvent[]): EventOf<'exchange-ended'> | undefined {
  const started = events.find((event) => event.type === 'exchange-started' && event.purpose === 'create');
  const exchange = started?.type === 'exchange-started' ? started.exchange : null;
  return events.find(
    (event): event is EventOf<'exchange-ended'> =>
      event.type === 'exchange-ended' && event.exchange === exchange,
  );
}

function createdId(events: readonly HistoryEvent[]): string | null {
  const outcome = createEnded(events)?.outcome ?? null;
  return outcome !== null && acknowledges(outcome) ? outcome.id : null;
}

function diagnoseCreate(events: readonly HistoryEvent[]): Diagnosis {
  const part = 'create';
  const ended = createEnded(events);
  if (ended === undefined) return failed(part, 'no create was sent', 'see what ended the check-up');
  const { answer, outcome } = ended;
  const told = answerInWords(answer);
  if (outcome === null || !acknowledges(outcome)) {
    const read = outcome === null ? 'not read' : `read as ${outcome.kind} (${outcome.rule})`;
    return failed(
      part,
      `${told}, ${read}`,
      'make the create itself work, or add the rule that reads this answer to outcomes',
    );
  }
  if (outcome.id === null) {
    return failed(
      part,
      `${told}, ${outcome.kind}, and names no record`,
      'say where the id is, in id, or describe a lookup',
    );
  }
  return works(part, `${told}, ${outcome.kind} ${outcome.id} (${outcome.rule})`);
}

function diagnoseCount(seen: EventOf<'observed'> | undefined): Diagnosis {
  const part = 'observe';
  if (seen === undefined)
    return { part, state: 'absent', words: 'no count: there can be no verdict on effects', next: '' };
  if (seen.trouble !== null)
    return failed(part, seen.trouble, 'look at observe: path, query, items, item_id and next');
  const words = `${counted(seen.records.length, 'record')} with marker ${seen.marker}`;
  return seen.records.length === 1
    ? works(part, words)
    : failed(part, words, 'plant {{marker}} in create.body, and filter by it in observe (query or where)');
}

function diagnoseFinding(
  part: 'lookup' | 'fetch',
  finding: LookUpFinding | undefined,
  created: string | null,
): Diagnosis {
  if (finding === undefined)
    return { part, state: 'absent', words: 'not described, or nothing to ask for', next: '' };
  if (finding.kind !== 'found') {
    const why = finding.kind === 'trouble' ? finding.why : finding.kind;
    return failed(part, why, `look at ${part}: path, query, items and item_id`);
  }
  return created === null || finding.id === created
    ? works(part, `found ${finding.id}`)
    : failed(
        part,
        `found ${finding.id}, and not ${created}`,
        `look at ${part}: item_id, and what it filters by`,
      );
}

function diagnoseCleanUp(cleaned: EventOf<'records-cleaned-up'> | undefined): Diagnosis {
  const part = 'cleanup';
  if (cleaned === undefined)
    return { part, state: 'absent', words: 'not needed: the records go with the receiver', next: '' };
  const { attempted, remaining, trouble } = cleaned;
  if (attempted === 0 && trouble === null)
    return {
      part,
      state: 'absent',
      words: `no delete is described; left behind: ${counted(remaining, 'record')}`,
      next: '',
    };
  const words = `${attempted - remaining} of ${counted(attempted, 'record')} deleted`;
  if (remaining === 0 && trouble === null) return works(part, words);
  return failed(part, trouble === null ? words : `${words}: ${trouble}`, 'look at delete: path and gone');
}

function works(part: Diagnosis['part'], words: string): Diagnosis {
  return { part, state: 'works', words, next: '' };
}

function failed(part: Diagnosis['part'], words: string, next: string): Diagnosis {
  return { part, state: 'fails', words, next };
}

function answerInWords(answer: Answer): string {
  return answer.kind === 'answered'
    ? `answered ${answer.status}`
    : `no answer (${answer.how}: ${answer.detail})`;
}
