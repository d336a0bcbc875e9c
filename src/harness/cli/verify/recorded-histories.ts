import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryEvent } from '../../model/event.js';
import { KitError } from '../../model/kit-error.js';
import type { Entry, Report } from '../../model/report.js';
import { readChain } from '../../run/chain.js';
import { historiesFolder, historyFile } from '../output-folder.js';
import { isOfCampaign } from './of-campaign.js';
import type { Recorded, Trouble } from './verification.js';

/** Reads the histories that a report rests on; without a report, every one that is there. */
export function recordedHistories(
  folder: string,
  report: Report | null,
): { readonly recorded: Recorded; readonly troubles: readonly Trouble[] } {
  const present = filesIn(join(folder, historiesFolder)).map((name) => `${historiesFolder}/${name}`);
  const troubles: Trouble[] = [];
  const recorded = new Map<string, readonly HistoryEvent[]>();
  const take = (
    file: string,
    id: string,
    check: (events: readonly HistoryEvent[]) => string | null,
  ): void => {
    const read = present.includes(file) ? chainIn(folder, file) : 'it is missing';
    const what = typeof read === 'string' ? read : check(read);
    if (what !== null) troubles.push({ file, what });
    else if (typeof read !== 'string') recorded.set(id, read);
  };
  if (report === null) for (const file of present) take(file, file, () => null);
  for (const { id, history } of report?.entries ?? []) {
    if (history === null) continue;
    take(historyFile(id), id, (events) => misfit(events, { id, history }, report));
  }
  const named = new Set(
    report?.entries.flatMap(({ id, history }) => (history === null ? [] : historyFile(id))),
  );
  const strangers = report === null ? [] : present.filter((file) => !named.has(file));
  return {
    recorded,
    troubles: [...troubles, ...strangers.map((file) => ({ file, what: 'the report names no such history' }))],
  };
}

/** The names of what is in a folder; none where there is no folder. */
export function filesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path).toSorted() : [];
}

function chainIn(folder: string, file: string): readonly HistoryEvent[] | string {
  try {
    const bytes = readFileSync(join(folder, file));
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes)) return 'it is no UTF-8';
    return readChain(text, file);
  } catch (error) {
    if (error instanceof KitError) return error.happened.replace(`${file}, `, '').replace(/\.$/, '');
    return `it cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Why a whole history is not the one that the report rests on; null where it is. */
function misfit(
  events: readonly HistoryEvent[],
  { id, history }: Pick<Entry, 'id' | 'history'>,
  report: Report | null,
): string | null {
  const [opened] = events;
  if (opened?.type !== 'history-opened') return 'it does not begin with history-opened';
  if (history?.file !== historyFile(id)) return `the report has its history in ${history?.file ?? 'no file'}`;
  const head = events.at(-1)?.digest;
  if (history.head !== head) return `its chain ends in ${head}, and the report names ${history.head}`;
  if (history.events !== events.length)
    return `it has ${events.length} events, and the report names ${history.events}`;
  return report === null ? null : strange(opened, id, report);
}

/** What shows that a history was recorded in another run, or for another requirement. */
function strange(
  opened: Extract<HistoryEvent, { type: 'history-opened' }>,
  id: string,
  report: Report,
): string | null {
  const { target } = report;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['target', opened.target, target.name],
    ['version of the target', opened.contract.version ?? null, target.version ?? null],
    ['clock', opened.clock, target.clock],
    // A campaign numbers its sequences by chance of its own, and names them once they are found.
    ...(isOfCampaign(report)
      ? []
      : ([
          ['requirement', opened.scenario, id],
          ['run', opened.run, report.run],
          ['seed', opened.seed, report.seed],
        ] as const)),
  ];
  const other = pairs.find(([, recorded, told]) => recorded !== told);
  return other === undefined
    ? null
    : `it was recorded for the ${other[0]} ${String(other[1])}, and the report is of ${String(other[2])}`;
}
