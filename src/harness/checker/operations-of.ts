import type { Contract } from '../model/contract.js';
import type { HistoryView, TryView } from '../model/history-view.js';
import { heardOf } from './heard-of.js';
import type { HistoryOperation, KeyedCreate } from './history-operation.js';
import { keyedCreates } from './keyed-creates.js';
import { looksOf } from './looks-of.js';

/**
 * Reads creates and looks from a history, as operations on keys. Left out is whatever would say more than is known: looks
 * at records that several keys may have made, all that comes after a delete, answers to another's credential.
 */
export function operationsOf(history: HistoryView, contract: Contract): readonly HistoryOperation[] {
  const creates = keyedCreates(history, contract);
  const deletedFrom = firstDeletes(history);
  return [
    ...creates.flatMap((create) => createOperations(create, contract)),
    ...looksOf(history, creates, contract),
  ].flatMap((operation) => beforeDelete(operation, deletedFrom));
}

function createOperations(
  { each, exchange, key, content, isCertain, isRespelled }: KeyedCreate,
  contract: Contract,
): readonly HistoryOperation[] {
  if (key === null) return [];
  const { started, ended } = exchange;
  const unheard: HistoryOperation = {
    key,
    content,
    begin: started.seq,
    end: null,
    beginMs: started.at,
    endMs: null,
    heard: { kind: 'unknown' },
    attempt: each.name,
    action: started.action,
  };
  const settled = each.of('acceptance-settled').find(({ accepted }) => accepted === started.exchange);
  const end = settled ?? ended;
  const told = heardOf(exchange, contract);
  // Whoever asks after one job is told the same, whichever of its creates began it.
  const heard = told.kind === 'record' && settled !== undefined ? { ...told, made: 'either' as const } : told;
  if (end === null || heard.kind === 'unknown' || !isCertain) return [unheard];
  const saysNothing = heard.kind === 'other-content' && isRespelled;
  const answered: HistoryOperation = {
    ...unheard,
    end: end.seq,
    endMs: end.at,
    heard: saysNothing ? { kind: 'nothing' } : heard,
  };
  // What befell it on the way may have brought the request to the receiver once more.
  return (ended?.applied.length ?? 0) > 0 ? [answered, unheard] : [answered];
}

/** By action of a try, when the record of its key was first asked to be deleted, by that action or another of the key. */
function firstDeletes(history: HistoryView): ReadonlyMap<string, number> {
  const deletes = history.tries.flatMap((each) =>
    each.exchanges
      .filter(({ started }) => started.purpose === 'delete')
      .flatMap(({ started }) =>
        each.actions
          .filter((action) => hasKeyOf(each, action, started.action))
          .map((action) => [placeName(each.name, action), started.seq] as const),
      ),
  );
  // The first of several is to stay.
  return new Map(deletes.toReversed());
}

function hasKeyOf(each: TryView, action: string, deleted: string | null): boolean {
  return deleted !== null && each.declared(action)?.key === each.declared(deleted)?.key;
}

function placeName(attempt: string, action: string | null): string {
  return JSON.stringify([attempt, action]);
}

/** What was heard after a delete speaks of no record that a key once made. */
function beforeDelete(
  operation: HistoryOperation,
  deletedFrom: ReadonlyMap<string, number>,
): readonly HistoryOperation[] {
  const from = deletedFrom.get(placeName(operation.attempt, operation.action)) ?? Infinity;
  if (operation.end === null || operation.end < from) return [operation];
  if (operation.content === null) return [];
  return [{ ...operation, end: null, endMs: null, heard: { kind: 'unknown' } }];
}
