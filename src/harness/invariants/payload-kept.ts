import { atPointer, sameJson, type Json } from '../model/json.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { overCases, overTries } from './reading.js';

interface Kept {
  readonly seen: EventOf<'observed'>;
  readonly sent: string;
  readonly read: string;
  readonly wanted: Json;
}

/** Every member that the contract says is kept reads back equal to what was sent. */
export const payloadKept: Invariant = {
  id: 'payload-kept',
  about: 'effect',
  promise: 'What was approved is what the record says, member by member.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('observed').flatMap((seen): Kept[] => {
          const payload = each.declared(seen.action)?.payload;
          if (seen.when !== 'late' || seen.records.length === 0) return [];
          return contract.kept.flatMap(({ sent, read }) => {
            const wanted = atPointer(payload, sent);
            return wanted === undefined ? [] : [{ seen, sent, read, wanted }];
          });
        }),
        (kept) => changed(each, kept),
      ),
    );
    return resultOf(cases, findings, 'no record with kept members was observed');
  },
};

function changed(each: TryView, { seen, sent, read, wanted }: Kept): Broken | null {
  const other = seen.records
    .map(({ fields }) => atPointer(fields, read))
    .find((value) => !sameJson(value, wanted));
  if (other === undefined && seen.records.every(({ fields }) => atPointer(fields, read) !== undefined))
    return null;
  return {
    attempt: each.name,
    action: seen.action,
    sentence: `The record does not say what was approved: ${sent} was changed on the way.`,
    expected: `${read} reads ${shown(wanted)}`,
    actual: other === undefined ? 'it is missing' : `it reads ${shown(other)}`,
    events: [seen.seq],
  };
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
