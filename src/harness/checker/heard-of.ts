import type { Contract } from '../model/contract.js';
import { madeUpOnTheWay } from '../model/exchange.js';
import type { SeenExchange } from '../model/history-view.js';
import { refusesOtherContent } from './key-rules.js';
import type { Heard } from './operation.js';

/** What an exchange says of its key. */
export function heardOf({ started, ended }: SeenExchange, contract: Contract): Heard {
  const outcome = ended?.outcome ?? null;
  const isGenuine =
    ended !== null &&
    ended.answer.kind === 'answered' &&
    !ended.applied.some((effect) => madeUpOnTheWay.includes(effect));
  // Another's hand, or another operation, may act on another key that is spelled the same.
  const isOwn = started.credential === 'main' && started.purpose === 'create';
  if (outcome === null || !isGenuine || !isOwn) return { kind: 'unknown' };
  const { id } = outcome;
  switch (outcome.kind) {
    case 'created':
      return { kind: 'record', id, made: createdMeans(contract) };
    case 'replayed':
    case 'exists':
      return id === null && burnsKeys(contract)
        ? { kind: 'nothing' }
        : { kind: 'record', id, made: 'before' };
    case 'updated':
      return { kind: 'record', id, made: 'either' };
    case 'mismatch':
      return { kind: refusesOtherContent(contract) ? 'other-content' : 'nothing' };
    case 'in-flight':
    case 'throttled':
    case 'rejected':
    case 'key-refused':
    case 'expired':
    case 'ambiguous':
      return { kind: 'nothing' };
    case 'accepted':
    case 'ignored':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** Where a failure uses the key up, "it was there already" is said of keys that never made a record. */
function burnsKeys({ claims: { failures } }: Contract): boolean {
  return failures === 'burnt';
}

/** Where a replay is an error, "created" is said by who made the record; else a stored answer may say it again. */
function createdMeans({ claims: { replay } }: Contract): 'now' | 'either' {
  return replay === 'error_with_id' || replay === 'error_only' ? 'now' : 'either';
}
