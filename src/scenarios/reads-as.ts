import type { Contract } from '../harness/model/contract.js';
import type { TryView } from '../harness/model/history-view.js';
import { atPointer, sameJson, type Json } from '../harness/model/json.js';

/** True for a record that shows the other content where the two differ. */
export function readsAs(
  fields: Json,
  each: TryView,
  { original, other }: { readonly original: string; readonly other: string },
  { kept }: Contract,
): boolean {
  const [was, is] = [original, other].map((action) => each.declared(action)?.payload);
  return kept.some(({ sent, read }) => {
    const changed = atPointer(is, sent);
    return !sameJson(atPointer(was, sent), changed) && sameJson(atPointer(fields, read), changed);
  });
}
