/**
 * The specification, key by key, that a history of idempotent creates is held to.
 *
 * A key stands for no record, or for one: made once, from one content, under one id. The first create that takes effect
 * while it stands for none makes the record. After that a create of the same content is answered with that record, and
 * one of other content is told so (or, where the contract takes it, answered as if it were the same). Answers that
 * refuse, put off or throttle did nothing.
 *
 * Each operation takes its effect at one moment between its begin and its end. A create of which nothing was heard, or
 * whose answer names no record, may take effect at any time from its begin on, also long after its end, never, or more
 * than once: networks hold requests and send them twice. An answer says whether this very request made the record, or
 * another did, or leaves that open.
 *
 * Records stay. A look shows records that are there at that moment; a count shows each record that was there before it
 * began, and none that comes after its end; what comes while it goes on may be shown or not, each record by itself.
 *
 * Where keys lapse, a key may, but need not, stand for none again once its window has passed since the request that made
 * its record was begun: when exactly that request took effect, nobody outside can know. The next create then makes
 * another record. From the time at which the window of the key's first record can be over, answers that name no record
 * (other content, or a record without its id) are free: nobody outside can know which record they speak of.
 *
 * What follows from it (`explain-key.ts`) is found in one pass: all that names or shows a record gives it an earliest
 * and a latest time to be made, and two records of one key have to fit one after the other. So a check takes time linear
 * in the history, but for sorting the records of a key, of which there is one, or few.
 */
import { contradictionInWords } from './contradiction-in-words.js';
import { explainKey } from './explain-key.js';
import { explainingOrder, type ExplainingStep } from './explaining-order.js';
import { accountOf } from './key-account.js';
import type { KeyRules, Operation } from './operation.js';
import { smallestContradiction } from './smallest-contradiction.js';

/** Operations of one key that cannot be explained, in the order given; without one of them, the rest can. */
export interface Contradiction {
  readonly key: string;
  readonly operations: readonly Operation[];
  /** One sentence for somebody who does not read protocols. */
  readonly sentence: string;
}

/** What a check comes to: a witness for every key, or a contradiction for each key that has one. */
export type CheckedHistory =
  | {
      readonly kind: 'explained';
      readonly keys: readonly string[];
      /** The steps of one key in an order that explains it; made when asked for. */
      order(key: string): readonly ExplainingStep[];
    }
  | { readonly kind: 'contradicted'; readonly contradictions: readonly Contradiction[] };

/** Explains the operations of every key, or finds the smallest sets of them that cannot be. */
export function checkHistory(operations: Iterable<Operation>, rules: KeyRules): CheckedHistory {
  const byKey = groupedByKey(operations);
  const contradictions: Contradiction[] = [];
  for (const [key, ofKey] of byKey) {
    if (explainKey(ofKey, rules) !== null) continue;
    const smallest = smallestContradiction(ofKey, rules);
    contradictions.push({ key, operations: smallest, sentence: contradictionInWords(smallest, ofKey) });
  }
  if (contradictions.length > 0) return { kind: 'contradicted', contradictions };
  return {
    kind: 'explained',
    keys: [...byKey.keys()],
    order: (key) => orderOf(byKey.get(key) ?? [], rules),
  };
}

function groupedByKey(operations: Iterable<Operation>): ReadonlyMap<string, readonly Operation[]> {
  const byKey = new Map<string, Operation[]>();
  for (const operation of operations) {
    const ofKey = byKey.get(operation.key);
    if (ofKey === undefined) byKey.set(operation.key, [operation]);
    else ofKey.push(operation);
  }
  return byKey;
}

function orderOf(operations: readonly Operation[], rules: KeyRules): readonly ExplainingStep[] {
  const account = accountOf(operations, rules);
  const records = explainKey(operations, rules);
  return account === null || records === null ? [] : explainingOrder(operations, records, account, rules);
}
