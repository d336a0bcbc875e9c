import type { TryView } from '../model/history-view.js';
import { atPointer, sameJson, type Json } from '../model/json.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acceptedBefore, recordLooks, type RecordLook } from './accepted-updates-stand.js';
import { overCases, overTries } from './reading.js';

interface Unnamed {
  readonly look: RecordLook;
  readonly updated: readonly number[];
  readonly read: string;
  readonly wanted: Json;
}

/** An update of one member leaves every other member that the contract says is kept as it was approved. */
export const unnamedMembersStand: Invariant = {
  id: 'unnamed-members-stand',
  about: 'effect',
  promise: 'What an update does not name stays as it was.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(unnamedOf(each, contract.kept), (unnamed) => lost(each, unnamed)),
    );
    return resultOf(cases, findings, 'no kept member was read after an update was accepted');
  },
};

function unnamedOf(each: TryView, kept: readonly { readonly sent: string; readonly read: string }[]) {
  return recordLooks(each).flatMap((look): Unnamed[] => {
    const accepted = acceptedBefore(each, look.action, look.seq);
    const payload = each.declared(look.action)?.payload;
    if (accepted.length === 0) return [];
    return kept.flatMap(({ sent, read }) => {
      const wanted = atPointer(payload, sent);
      const named = accepted.some(({ pointer }) => isWithin(pointer, read) || isWithin(read, pointer));
      if (named || wanted === undefined) return [];
      return [{ look, updated: accepted.map(({ seq }) => seq), read, wanted }];
    });
  });
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

function lost(each: TryView, { look, updated, read, wanted }: Unnamed): Broken | null {
  const value = atPointer(look.fields, read);
  if (sameJson(value, wanted)) return null;
  return {
    attempt: each.name,
    action: look.action,
    sentence: `An update of another member took ${read} away or changed it.`,
    expected: `${read} reads ${JSON.stringify(wanted)}`,
    actual: value === undefined ? 'it is missing' : `it reads ${JSON.stringify(value)}`,
    events: [...updated, look.seq],
  };
}
