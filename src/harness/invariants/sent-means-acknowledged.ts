import type { RowFacts } from '../model/outbox-row.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { overCases, overTries, senderCreatesOf } from './reading.js';

interface SentRow {
  readonly row: RowFacts;
  readonly seq: number;
}

/** A row says `sent` only where the receiver was heard to hold that very action, under the id that the row names. */
export const sentMeansAcknowledged: Invariant = {
  id: 'sent-means-acknowledged',
  about: 'sender',
  promise:
    'A row is sent only if a definite acknowledgement of that very action was received and its id recorded.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(sentRowsOf(each), (said) => unfounded(each, said)),
    );
    return resultOf(cases, findings, 'no action was recorded as sent');
  },
};

function sentRowsOf(each: TryView): readonly SentRow[] {
  const written = each.of('row-recorded').map(({ row, seq }) => ({ row, seq }));
  const onDisk = each.of('ledger-counted').flatMap(({ rows, seq }) => rows.map((row) => ({ row, seq })));
  const sent = [...written, ...onDisk].filter(({ row }) => row.state === 'sent');
  return sent.filter(
    ({ row }, index) =>
      !sent.slice(0, index).some((before) => before.row.action === row.action && sameId(before.row, row)),
  );
}

function sameId(one: RowFacts, other: RowFacts): boolean {
  return one.remoteId === other.remoteId;
}

function unfounded(each: TryView, { row, seq }: SentRow): Broken | null {
  const { action, remoteId } = row;
  if (remoteId !== null && isAcknowledged(each, { action, remoteId, seq })) return null;
  const creates = senderCreatesOf(each, action).filter(({ started }) => started.seq < seq);
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
    events: [
      ...creates.flatMap(({ started, ended }) => [started.seq, ...(ended === null ? [] : [ended.seq])]),
      seq,
    ].filter((number) => number <= seq),
  };
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
