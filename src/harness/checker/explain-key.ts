import { accountOf, contentOf, type ClaimedRecord, type KeyAccount } from './key-account.js';
import type { KeyRules, Operation } from './operation.js';

/** A record, who made it, and between which events it can have been made. */
export interface MadeRecord {
  /** Null for one that nobody named or saw. */
  readonly id: string | null;
  readonly content: string;
  readonly maker: Operation;
  /** It was made after this, and after its maker began. */
  readonly notBefore: number;
  readonly firstEnd: number;
  readonly firstEndMs: number;
  /** No other record can have been made before this: the key still stood for it then, or it was yet to be made itself. */
  readonly heldUntil: number;
  /** From then on the key may stand for another record. */
  readonly lapsesMs: number;
}

/** Answers without an id that speak of the first record, as no other can have been made by then. */
interface FirstRecordTold {
  readonly firstEnd: number;
  readonly fits: (content: string) => boolean;
}

/**
 * The records of one key in an order in which they can have been made, so that every answer and every look is
 * explained; null where there is no such order. The specification is in `check-history.ts`.
 */
export function explainKey(operations: readonly Operation[], rules: KeyRules): readonly MadeRecord[] | null {
  const account = accountOf(operations, rules);
  if (account === null) return null;
  const records: MadeRecord[] = [];
  for (const claimed of account.records.values()) {
    const made = madeRecord(claimed, account, rules, anyContent);
    if (made === null) return null;
    records.push(made);
  }
  if (records.length > 1 && (rules.windowMs === null || excludeEachOther(records))) return null;
  const told = firstRecordTold(account, rules);
  if (told === 'contradicted') return null;
  if (told === null) return inOrder(records);
  return withFirst(records, told, account, rules);
}

function anyContent(): boolean {
  return true;
}

/** When the window of the key's first record can be over at the earliest: from then on answers without an id are free. */
export function firstLapseMs({ firstBeginMs }: KeyAccount, { windowMs }: KeyRules): number {
  return windowMs === null ? Infinity : firstBeginMs + windowMs;
}

/** The record with the earliest maker that it can have, or null where it cannot have been made in time. */
function madeRecord(
  claimed: ClaimedRecord,
  { unheardMakers }: KeyAccount,
  rules: KeyRules,
  fits: (content: string) => boolean,
): MadeRecord | null {
  const { content } = claimed;
  if (content !== null && !fits(content)) return null;
  const unheard = content === null ? earliestOf(unheardMakers, fits) : (unheardMakers.get(content) ?? null);
  const maker = claimed.isMadeByOwn ? claimed.ownMaker : earlier(claimed.ownMaker, unheard);
  if (maker === null || Math.max(maker.begin, claimed.notBefore) > claimed.firstEnd) return null;
  const { id, notBefore, firstEnd, firstEndMs, lastBegin } = claimed;
  return {
    id,
    content: contentOf(maker, rules),
    maker,
    notBefore,
    firstEnd,
    firstEndMs,
    heldUntil: Math.max(lastBegin, notBefore, maker.begin),
    lapsesMs: lapsesMs(maker, rules),
  };
}

function lapsesMs(maker: Operation, { windowMs }: KeyRules): number {
  return windowMs === null ? Infinity : maker.beginMs + windowMs;
}

function earlier(one: Operation | null, other: Operation | null): Operation | null {
  if (one === null || other === null) return one ?? other;
  return other.begin < one.begin ? other : one;
}

function earliestOf(
  makers: ReadonlyMap<string, Operation>,
  fits: (content: string) => boolean,
): Operation | null {
  let earliest: Operation | null = null;
  for (const [content, maker] of makers) if (fits(content)) earliest = earlier(earliest, maker);
  return earliest;
}

/** True where the key can have stood for the one before it stood for the other. */
function canPrecede(one: MadeRecord, other: MadeRecord): boolean {
  return one.heldUntil <= other.firstEnd && one.lapsesMs <= other.firstEndMs;
}

/**
 * True where some two records can stand in neither order; if no two do, all can stand in one order. For take the longest
 * cycle of records of which each can only come before the next: of the one that holds its key longest, the next one
 * could not come after it either.
 */
function excludeEachOther(records: readonly MadeRecord[]): boolean {
  const byEnd = records.toSorted((one, other) => one.firstEnd - other.firstEnd);
  // Of those that were there by the time of the record at the same place, and of itself: how long keys are held at most.
  const heldUntil: number[] = [];
  const lapses: number[] = [];
  for (const [index, record] of byEnd.entries()) {
    const before = endedBeforeItLetsGo(byEnd, record, index);
    const held = before > 0 && (heldUntil[before - 1] ?? 0) > record.firstEnd;
    const kept = before > 0 && (lapses[before - 1] ?? 0) > record.firstEndMs;
    if (held || kept) return true;
    heldUntil.push(Math.max(record.heldUntil, heldUntil.at(-1) ?? -Infinity));
    lapses.push(Math.max(record.lapsesMs, lapses.at(-1) ?? -Infinity));
  }
  return false;
}

/** How many of the records before that place were there already while the key still stood for this one. */
function endedBeforeItLetsGo(byEnd: readonly MadeRecord[], record: MadeRecord, place: number): number {
  let low = 0;
  let high = place;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = byEnd[middle];
    if (other !== undefined && !canPrecede(record, other)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstRecordTold(account: KeyAccount, rules: KeyRules): FirstRecordTold | 'contradicted' | null {
  const lapse = firstLapseMs(account, rules);
  const refused = new Set<string>();
  let same: string | null = null;
  let firstEnd = Infinity;
  for (const operation of account.unnamed) {
    if (operation.end === null || (operation.endMs ?? Infinity) >= lapse) continue;
    const content = contentOf(operation, rules);
    if (operation.heard.kind === 'other-content') refused.add(content);
    else if (same !== null && same !== content) return 'contradicted';
    else same = content;
    firstEnd = Math.min(firstEnd, operation.end);
  }
  if (firstEnd === Infinity) return null;
  return { firstEnd, fits: (content) => !refused.has(content) && (same === null || same === content) };
}

/** The order with a first record as it was told of: one of those that were named, or else one that nobody named. */
function withFirst(
  records: readonly MadeRecord[],
  told: FirstRecordTold,
  account: KeyAccount,
  rules: KeyRules,
): readonly MadeRecord[] | null {
  for (const record of records) {
    const claimed = record.id === null ? undefined : account.records.get(record.id);
    const first = claimed === undefined ? null : madeRecord(claimed, account, rules, told.fits);
    const others = records.filter((other) => other !== record);
    const ordered = first === null ? null : startingWith(first, others, told);
    if (ordered !== null) return ordered;
  }
  const unseen = unseenRecord(told, account, rules);
  return unseen === null ? null : startingWith(unseen, records, told);
}

function startingWith(
  first: MadeRecord,
  others: readonly MadeRecord[],
  { firstEnd }: FirstRecordTold,
): readonly MadeRecord[] | null {
  const inTime = Math.max(first.maker.begin, first.notBefore) <= Math.min(first.firstEnd, firstEnd);
  if (!inTime || !others.every((other) => canPrecede(first, other))) return null;
  return [{ ...first, firstEnd: Math.min(first.firstEnd, firstEnd) }, ...inOrder(others)];
}

function unseenRecord(told: FirstRecordTold, account: KeyAccount, rules: KeyRules): MadeRecord | null {
  const maker = earliestOf(account.unheardMakers, told.fits);
  if (maker === null) return null;
  const notBefore = account.counts.reduce((latest, { begin }) => Math.max(latest, begin), -Infinity);
  return {
    id: null,
    content: contentOf(maker, rules),
    maker,
    notBefore,
    firstEnd: Infinity,
    firstEndMs: Infinity,
    heldUntil: Math.max(notBefore, maker.begin),
    lapsesMs: lapsesMs(maker, rules),
  };
}

/** Takes away again and again one that can precede all that are left; there is one, as no two exclude each other. */
function inOrder(records: readonly MadeRecord[]): readonly MadeRecord[] {
  if (records.length < 2) return records;
  const left = [...records];
  const ordered: MadeRecord[] = [];
  while (left.length > 0) {
    const place = left.findIndex((one) => left.every((other) => one === other || canPrecede(one, other)));
    ordered.push(...left.splice(Math.max(place, 0), 1));
  }
  return ordered;
}
