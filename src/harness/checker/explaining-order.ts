import { firstLapseMs, type MadeRecord } from './explain-key.js';
import type { KeyAccount } from './key-account.js';
import type { KeyRules, Operation } from './operation.js';

/**
 * A moment at which an operation took effect: it `makes` a record, `answers` for the one that the key stands for, `sees`
 * one, or `misses` all that it does not show. `id` is null for a record that nobody named, and for what is missed.
 */
export interface ExplainingStep {
  readonly operation: Operation;
  readonly does: 'makes' | 'answers' | 'sees' | 'misses';
  readonly id: string | null;
}

interface PlacedStep extends ExplainingStep {
  /** Number of the event at which, or directly after which, it happens. */
  readonly moment: number;
  /** Among steps of one moment: which comes first. */
  readonly rank: number;
}

/** Steps in an order that explains the key; creates that did nothing, or nothing that anybody saw, are not among them. */
export function explainingOrder(
  operations: readonly Operation[],
  records: readonly MadeRecord[],
  account: KeyAccount,
  rules: KeyRules,
): readonly ExplainingStep[] {
  const moments = momentsOf(records, operations);
  const lapse = firstLapseMs(account, rules);
  const placed = [
    ...records.map((record, place): PlacedStep => {
      return {
        operation: record.maker,
        does: 'makes',
        id: record.id,
        moment: moments[place] ?? 0,
        rank: 2 * place,
      };
    }),
    ...operations.flatMap((operation) => stepsOf(operation, { records, moments, lapse })),
  ];
  return placed
    .toSorted((one, other) => one.moment - other.moment || one.rank - other.rank)
    .map(({ operation, does, id }) => ({ operation, does, id }));
}

/** When each record is made: as soon as it can be, after the key has let go of those before it. */
function momentsOf(records: readonly MadeRecord[], operations: readonly Operation[]): readonly number[] {
  const moments: number[] = [];
  let earliest = -Infinity;
  for (const record of records) {
    const moment = Math.max(earliest, record.maker.begin, record.notBefore);
    moments.push(moment);
    earliest = Math.max(moment, record.heldUntil, firstEventAt(record.lapsesMs, operations));
  }
  return moments;
}

/** The first event of the key at that time or later. */
function firstEventAt(timeMs: number, operations: readonly Operation[]): number {
  let first = Infinity;
  for (const { begin, beginMs, end, endMs } of operations) {
    if (beginMs >= timeMs) first = Math.min(first, begin);
    if (end !== null && endMs !== null && endMs >= timeMs) first = Math.min(first, end);
  }
  return first;
}

function stepsOf(
  operation: Operation,
  {
    records,
    moments,
    lapse,
  }: {
    readonly records: readonly MadeRecord[];
    readonly moments: readonly number[];
    readonly lapse: number;
  },
): readonly PlacedStep[] {
  const { heard, begin, end, endMs } = operation;
  const after = (place: number): { moment: number; rank: number } => {
    return { moment: Math.max(begin, moments[place] ?? begin), rank: 2 * place + 1 };
  };
  const placeOf = (id: string): number => records.findIndex((record) => record.id === id);
  switch (heard.kind) {
    case 'nothing':
    case 'unknown':
      return [];
    case 'seen': {
      const misses: PlacedStep = { operation, does: 'misses', id: null, moment: begin, rank: -1 };
      const sees = heard.ids.map((id): PlacedStep => ({
        operation,
        does: 'sees',
        id,
        ...after(placeOf(id)),
      }));
      return heard.all ? [misses, ...sees] : sees;
    }
    case 'record':
    case 'other-content': {
      const id = heard.kind === 'record' ? heard.id : null;
      const isFree = id === null && (endMs ?? Infinity) >= lapse;
      if (isFree) {
        return [{ operation, does: 'answers', id, moment: end ?? begin, rank: Infinity }];
      }
      const place = id === null ? 0 : placeOf(id);
      // Who made the record and was answered with it did both at one moment.
      if (id !== null && records[place]?.maker === operation) return [];
      return [{ operation, does: 'answers', id: records[place]?.id ?? null, ...after(place) }];
    }
  }
}
