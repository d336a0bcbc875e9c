import { mayMakeUnheard, type KeyRules, type Operation } from './operation.js';

/** A record that was named or seen, and when it must and may have been made. */
export interface ClaimedRecord {
  readonly id: string;
  /** What it was made from; null where it was only seen. */
  content: string | null;
  /** The first create that was answered with it and may have made it. */
  ownMaker: Operation | null;
  /** True where that create says itself that it did. */
  isMadeByOwn: boolean;
  /** The earliest end of what names or shows it: it was there by then. */
  firstEnd: number;
  firstEndMs: number;
  /** The latest begin of a create that was answered with it: the key still stood for it then. */
  lastBegin: number;
  /** The latest begin of a count that does not show it. */
  notBefore: number;
}

/** All that the operations of one key say, added up. */
export interface KeyAccount {
  readonly records: ReadonlyMap<string, ClaimedRecord>;
  /** For each content, the first create of it that may have made a record without anybody's being told. */
  readonly unheardMakers: ReadonlyMap<string, Operation>;
  /** Answers that speak of a record without naming it. */
  readonly unnamed: readonly Operation[];
  readonly counts: readonly Operation[];
  /** When the first create of the key was begun, in milliseconds. */
  readonly firstBeginMs: number;
}

/** Adds up what is said of one key; null where two answers contradict each other about one record. */
export function accountOf(operations: readonly Operation[], rules: KeyRules): KeyAccount | null {
  const records = new Map<string, ClaimedRecord>();
  const unheardMakers = new Map<string, Operation>();
  const unnamed: Operation[] = [];
  const counts: Operation[] = [];
  let firstBeginMs = Infinity;
  for (const operation of operations) {
    const { heard } = operation;
    if (heard.kind === 'nothing') continue;
    if (heard.kind === 'seen') {
      for (const id of heard.ids) noteEnd(recordOf(records, id), operation);
      if (heard.all) counts.push(operation);
      continue;
    }
    firstBeginMs = Math.min(firstBeginMs, operation.beginMs);
    if (mayMakeUnheard(operation)) keepEarlier(unheardMakers, contentOf(operation, rules), operation);
    if (heard.kind === 'other-content') unnamed.push(operation);
    if (heard.kind !== 'record') continue;
    if (heard.id === null) unnamed.push(operation);
    else if (!noteAnswer(recordOf(records, heard.id), operation, rules)) return null;
  }
  noteMissing(records, counts);
  return { records, unheardMakers, unnamed, counts, firstBeginMs };
}

/** What counts as the content of a create under these rules. */
export function contentOf({ content }: Operation, { otherContent }: KeyRules): string {
  return otherContent === 'taken' || content === null ? '' : content;
}

function recordOf(records: Map<string, ClaimedRecord>, id: string): ClaimedRecord {
  const known = records.get(id);
  if (known !== undefined) return known;
  const made: ClaimedRecord = {
    id,
    content: null,
    ownMaker: null,
    isMadeByOwn: false,
    firstEnd: Infinity,
    firstEndMs: Infinity,
    lastBegin: -Infinity,
    notBefore: -Infinity,
  };
  records.set(id, made);
  return made;
}

function keepEarlier(makers: Map<string, Operation>, content: string, operation: Operation): void {
  const known = makers.get(content);
  if (known === undefined || operation.begin < known.begin) makers.set(content, operation);
}

function noteEnd(record: ClaimedRecord, { end, endMs }: Operation): void {
  if (end !== null && end < record.firstEnd) record.firstEnd = end;
  if (endMs !== null && endMs < record.firstEndMs) record.firstEndMs = endMs;
}

/** False where the answer contradicts an earlier one about the record: two contents, or two that made it. */
function noteAnswer(record: ClaimedRecord, operation: Operation, rules: KeyRules): boolean {
  const content = contentOf(operation, rules);
  if (record.content !== null && record.content !== content) return false;
  record.content = content;
  noteEnd(record, operation);
  if (operation.begin > record.lastBegin) record.lastBegin = operation.begin;
  const { heard } = operation;
  if (heard.kind !== 'record' || heard.made === 'before') return true;
  const isNow = heard.made === 'now';
  if (isNow && record.isMadeByOwn) return false;
  const isEarlier = record.ownMaker === null || operation.begin < record.ownMaker.begin;
  if (isNow || (!record.isMadeByOwn && isEarlier)) record.ownMaker = operation;
  record.isMadeByOwn ||= isNow;
  return true;
}

/** The latest count that lacks a record decides; each is looked for only in counts that lack no later one. */
function noteMissing(records: ReadonlyMap<string, ClaimedRecord>, counts: readonly Operation[]): void {
  if (counts.length === 0 || records.size === 0) return;
  let shown = [...records.values()];
  for (const { begin, heard } of counts.toSorted((one, other) => other.begin - one.begin)) {
    if (heard.kind !== 'seen') continue;
    const ids = new Set(heard.ids);
    for (const record of shown) if (!ids.has(record.id)) record.notBefore = begin;
    shown = shown.filter(({ id }) => ids.has(id));
  }
}
