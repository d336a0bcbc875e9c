import type { LookUpFinding } from '../model/adapter.js';
import { KitError } from '../model/kit-error.js';
import { absentCountsFrom } from './absent-counts-from.js';
import { severalRecords } from './several-records.js';
import type { SenderParts } from './parts.js';
import type { Look, Standing } from './store/sender-store.js';
import { factsOf, type StoredRow } from './stored-row.js';

/**
 * What an operator's act came to; `not-found-yet` may still be on its way, and stays in doubt; `vouched` takes the operator's
 * word where the receiver cannot be asked for one record, `taken` means that the record is another action's; `moved-on` means
 * that a worker was quicker, and nothing was changed.
 */
export type OperatorResult =
  | 'sent'
  | 'absent'
  | 'not-found-yet'
  | 'several'
  | 'trouble'
  | 'vouched'
  | 'no-such-record'
  | 'taken'
  | 'withdrawn'
  | 'in-doubt'
  | 'unblocked'
  | 'look-up-not-offered'
  | 'not-open'
  | 'not-blocked'
  | 'moved-on';

/** An act of an operator on one action: which one, whose it is, and what for. */
export interface OperatorAct {
  readonly act: 'reconcile' | 'unblock' | 'withdraw';
  readonly action: string;
  readonly who: string;
  readonly why: string;
}

/** Asks the receiver about a pending, unknown or blocked row, and settles it by what is found. */
export async function reconcile(parts: SenderParts, act: OperatorAct): Promise<OperatorResult> {
  const { row, now } = await lookAt(parts, act.action);
  const { lookUp } = parts.options;
  if (!isOpen(row)) return conclude(parts, act, row, 'not-open');
  if (lookUp === null) return conclude(parts, act, row, 'look-up-not-offered');
  const { action: name, key, marker, credential } = row;
  const isTooEarly = now < (await absentCountsFrom(parts, row));
  const { exchange, finding } = await lookUp({ name, key, marker, worker: null, credential });
  if (finding.kind === 'absent' && isTooEarly) {
    return conclude(parts, act, row, 'not-found-yet', { exchange, change: {} });
  }
  const { result, change } = readFinding(finding);
  return conclude(parts, act, row, result, { exchange, change });
}

/** Settles a pending, unknown or blocked row by a record that the operator knows by its id, if the receiver has it. */
export async function reconcileById(
  parts: SenderParts,
  act: OperatorAct,
  id: string,
): Promise<OperatorResult> {
  const { row } = await lookAt(parts, act.action);
  if (!isOpen(row)) return conclude(parts, act, row, 'not-open');
  if ((await parts.store.actionOf(id)) !== null) return conclude(parts, act, row, 'taken');
  const { fetch = null } = parts.options;
  const change = { ...settled, state: 'sent', remoteId: id, nextAt: null, reason: null } as const;
  if (fetch === null) return conclude(parts, act, row, 'vouched', { exchange: null, change });
  const { exchange, finding } = await fetch(id, row.credential);
  if (finding.kind === 'found') return conclude(parts, act, row, 'sent', { exchange, change });
  const result = finding.kind === 'absent' ? 'no-such-record' : 'trouble';
  return conclude(parts, act, row, result, { exchange, change: {} });
}

/** Gives up for good what cannot have had any effect; frees what waited for it, and the constraints that it held. */
export async function withdraw(parts: SenderParts, act: OperatorAct): Promise<OperatorResult> {
  const { row } = await lookAt(parts, act.action);
  if (!isOpen(row)) return conclude(parts, act, row, 'not-open');
  if (row.state === 'unknown' || row.inDoubt === 1 || row.acceptance !== null) {
    return conclude(parts, act, row, 'in-doubt');
  }
  const change = { state: 'failed', nextAt: null, reason: `withdrawn by ${act.who}` } as const;
  return conclude(parts, act, row, 'withdrawn', { exchange: null, change });
}

function isOpen({ state }: StoredRow): boolean {
  return state === 'blocked' || state === 'unknown' || state === 'pending';
}

/** Puts a blocked row back to pending with a fresh budget. */
export async function unblock(parts: SenderParts, act: OperatorAct): Promise<OperatorResult> {
  const { row, now } = await lookAt(parts, act.action);
  if (row.state !== 'blocked') return conclude(parts, act, row, 'not-blocked');
  const { lookUp, policy } = parts.options;
  // Where nobody can or may ask the receiver, the operator's word is what settles the doubt.
  const vouched = lookUp === null || policy.retry === 'never';
  const doubt = vouched ? ({ ...settled, firstSentAt: null } as const) : {};
  const change = { state: 'pending', nextAt: now, reason: null, ...doubt } as const;
  return conclude(parts, act, row, 'unblocked', { exchange: null, change });
}

async function lookAt({ store }: SenderParts, action: string): Promise<Look> {
  const look = await store.lookAtAction(action);
  if (look !== null) return look;
  throw new KitError('BAD_USAGE', {
    happened: `The outbox has no action named ${action}.`,
    expected: 'the name of an action that was approved',
    next: 'list the rows of the outbox and take the name from there',
  });
}

type Change = Partial<Standing>;

const settled = { inDoubt: 0, acceptance: null, advice: null } as const;

function readFinding(finding: LookUpFinding): { result: OperatorResult; change: Change } {
  switch (finding.kind) {
    case 'found':
      return {
        result: 'sent',
        change: { ...settled, state: 'sent', remoteId: finding.id, nextAt: null, reason: null },
      };
    case 'absent':
      return {
        result: 'absent',
        change: { ...settled, firstSentAt: null, reason: 'absent at the receiver' },
      };
    case 'several':
      return {
        result: 'several',
        change: {
          state: 'blocked',
          nextAt: null,
          reason: severalRecords(finding.ids),
        },
      };
    case 'trouble':
      return { result: 'trouble', change: {} };
  }
}

/** Writes the change, if any, and the act in one transaction; only where the row is still as the operator saw it. */
async function conclude(
  { store, options }: SenderParts,
  operatorAct: OperatorAct,
  row: StoredRow,
  wanted: OperatorResult,
  learned: { exchange: string | null; change: Change } = { exchange: null, change: {} },
): Promise<OperatorResult> {
  const { act, action, who, why } = operatorAct;
  const changes = Object.keys(learned.change).length > 0;
  const change = changes ? learned.change : null;
  const renewsBudget = changes && act === 'unblock';
  const after = await store.operate({ act, who, why, result: wanted, row, change, renewsBudget });
  const result = after === null ? 'moved-on' : wanted;
  options.record({ type: 'operator-acted', act, action, who, why, result });
  if (changes && after !== null) {
    const { nextAt } = after;
    const { exchange } = learned;
    const facts = { from: row.state, row: factsOf(after), nextAt, exchange, outcome: null };
    options.record({ type: 'row-recorded', worker: null, ...facts });
  }
  return result;
}
