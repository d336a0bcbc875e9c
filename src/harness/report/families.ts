import type { Entry } from '../model/report.js';
import { tally, type Tally } from './tally.js';

/** The requirements of one family, in the report's order. */
export interface Family<Member extends Entry = Entry> {
  readonly name: string;
  readonly entries: readonly Member[];
  readonly counts: Tally;
}

/** Groups entries by family; families stand in the order in which they first appear. */
export function families<Member extends Entry>(entries: readonly Member[]): readonly Family<Member>[] {
  const groups = new Map<string, Member[]>();
  for (const entry of entries) {
    const group = groups.get(entry.family);
    if (group === undefined) groups.set(entry.family, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([name, members]) => ({ name, entries: members, counts: tally(members) }));
}
