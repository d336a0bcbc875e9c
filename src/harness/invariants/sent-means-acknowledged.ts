import type { RowFacts } from '../model/outbox-row.js';
import type { SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { overCases, overTries, senderCreatesOf } from './reading.js';

interface FinalRow {
  readonly row: RowFacts;
  readonly seq: number;
}

/**
 * A row says `sent` only where the receiver was heard to hold that very action, under the id that the row names; and
 * `failed`, which is as final, only where it was heard to refuse it.
 */
export const sentMeansAcknowledged: Invariant = {
  id: 'sent-means-acknowledged',
  about: 'sender',
  promise:
    'A row is sent only if a definite acknowledgement of that very action was received and its id recorded, and failed only if a definite refusal was.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(finalRowsOf(each), (said) =>
        said.row.state === 'sent' ? unfounded(each, said) : givenUp(each, said),
      ),
    );
    return resultOf(cases, findings, 'no action was recorded as sent, or as failed');
  },
};

function finalRowsOf(each: TryView): readonly FinalRow[] {
  const written = each.of('row-recorded').map(({ row, seq }) => ({ row, seq }));
  const onDisk = each.of('ledger-counted').flatMap(({ rows, seq }) => rows.map((row) => ({ row, seq })));
  const final = [...written, ...onDisk].filter(({ row }) => row.state === 'sent' || row.state === 'failed');
  return final.filter(
    ({ row }, index) =>
      !final
        .slice(0, index)
        .some((before) => before.row.action === row.action && saysTheSame(before.row, row)),
  );
}

function saysTheSame(one: RowFacts, other: RowFacts): boolean {
  return one.state === other.state && one.remoteId === other.remoteId;
}

function unfounded(each: TryView, { row, seq }: FinalRow): Broken | null {
  const { action, remoteId } = row;
  if (remoteId !== null && isAcknowledged(each, { action, remoteId, seq })) return null;
  const creates = createsBefore(each, { row, seq });
  const last = creates.at(-1);
  return {
    attempt: each.name,
    action,
    sentence: 'An action was put down as sent although the receiver had not said that it has it.',
    expected: 'an acknowledgement of this action that names its record, before the row says sent',
    actual: [
      last === undefined
        ? 'nothing was sent'
        : `the last answer read ${last.ended?.outcome?.kind ?? 'nothing'}`,
      remoteId === null ? 'the row names no record' : `the row names record ${remoteId}`,
    ].join('; '),
    events: upTo(seq, creates),
  };
}

/** A missing answer is no refusal, and nobody looks after an action that has failed. */
function givenUp(each: TryView, said: FinalRow): Broken | null {
  const creates = createsBefore(each, said);
  const heard = creates.at(-1)?.ended?.outcome?.kind ?? null;
  if (heard === 'rejected') return null;
  return {
    attempt: each.name,
    action: said.row.action,
    sentence: 'An action was given up as failed although the receiver had not refused it.',
    expected: 'a definite refusal of this action, before the row says failed',
    actual: creates.length === 0 ? 'nothing was sent' : `the last answer read ${heard ?? 'nothing'}`,
    events: upTo(said.seq, creates),
  };
}

function createsBefore(each: TryView, { row, seq }: FinalRow): readonly SeenExchange[] {
  return senderCreatesOf(each, row.action).filter(({ started }) => started.seq < seq);
}

function upTo(seq: number, creates: readonly SeenExchange[]): readonly number[] {
  const seen = creates.flatMap(({ started, ended }) => [started.seq, ...(ended === null ? [] : [ended.seq])]);
  return [...seen, seq].filter((number) => number <= seq);
}

function isAcknowledged(
  each: TryView,
  said: { readonly action: string; readonly remoteId: string; readonly seq: number },
): boolean {
  const answered = senderCreatesOf(each, said.action).some(({ ended }) => {
    const outcome = ended?.outcome ?? null;
    if (ended === null || ended.seq > said.seq || outcome === null) return false;
    return acknowledges(outcome) && outcome.id === said.remoteId;
  });
  const found = each.of('looked-up').some(({ seq, by, action, finding }) => {
    const own = by === 'sender' && action === said.action && seq < said.seq;
    return own && finding.kind === 'found' && finding.id === said.remoteId;
  });
  return answered || found;
}
