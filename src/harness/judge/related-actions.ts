import type { TryView } from '../model/history-view.js';

/** The action and those that share its key or its marker: without them, a finding about it is not understood. */
export function relatedActions(each: TryView, action: string): ReadonlySet<string> {
  const own = each.declared(action);
  const related = each.actions.filter((name) => {
    const other = each.declared(name);
    return other?.key === own?.key || other?.marker === own?.marker;
  });
  return new Set([action, ...related]);
}
