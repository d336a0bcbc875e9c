import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../model/json.js';
import type { Report } from '../../model/report.js';
import type { Scenario } from '../../model/scenario.js';
import { formats } from '../../report/renderer.js';
import { renderers } from '../../report/renderers.js';
import { keptScenarios, readKeptSequences, sequencesFile } from '../kept-sequences.js';
import type { Kit } from '../kit.js';
import { evidenceFolder, historiesFolder } from '../output-folder.js';
import { differences } from './differences.js';
import { evidenceFiles } from './evidence-files.js';
import { isOfCampaign } from './of-campaign.js';
import { filesIn, recordedHistories } from './recorded-histories.js';
import { remadeReport } from './remade-report.js';
import { renderings } from './renderings.js';
import { sealedReport } from './sealed-report.js';
import type { Recorded, Trouble, Verification } from './verification.js';

const { file } = renderers.json;

/** Looks through the folder of a report: is each file what was written, and the report what its histories say? */
export function verifyFolder(kit: Kit, folder: string): Verification {
  const { report, troubles } = sealedReport(folder);
  const histories = recordedHistories(folder, report);
  const evidence = report === null ? nothing : evidenceFiles(folder, report);
  const isSameKit = report?.kit.version === kit.version;
  const rendered = report === null || !isSameKit ? nothing : renderings(folder, report);
  const isWhole = histories.troubles.length === 0 && evidence.troubles.length === 0;
  const again = report === null || !isWhole ? unread : judgedAgain(kit, folder, report, histories.recorded);
  const events = [...histories.recorded.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    folder,
    digest: report?.digest ?? null,
    troubles: [
      ...troubles,
      ...histories.troubles,
      ...evidence.troubles,
      ...rendered.troubles,
      ...again.differing.map((what) => ({ file, what })),
    ],
    notes: [
      ...(report === null || isSameKit ? [] : [otherKit(report, kit)]),
      ...again.notes,
      ...strangers(folder),
    ],
    checked: {
      histories: histories.recorded.size,
      events,
      verdicts: again.verdicts,
      renderings: rendered.checked,
      evidence: evidence.checked,
    },
  };
}

const nothing: { readonly checked: number; readonly troubles: readonly Trouble[] } = {
  checked: 0,
  troubles: [],
};

interface Again {
  readonly verdicts: number;
  readonly differing: readonly string[];
  readonly notes: readonly string[];
}

const unread: Again = {
  verdicts: 0,
  differing: [],
  notes: ['The verdicts were not made again: not all of the evidence is what was written.'],
};

function judgedAgain(kit: Kit, folder: string, report: Report, recorded: Recorded): Again {
  try {
    const made = remadeReport({ kit, report, recorded, kept: keptOf(kit, folder) });
    if (made === null) return withoutHistory(report);
    const { digest: _, ...told } = report;
    const differing = differences(told as unknown as JsonObject, made as unknown as JsonObject);
    return { verdicts: report.entries.length, differing, notes: [] };
  } catch (error) {
    return {
      verdicts: 0,
      differing: [error instanceof Error ? error.message : String(error)],
      notes: ['The verdicts could not be made again.'],
    };
  }
}

/** Without a history there may be requirements that were not tried, and a campaign that broke nothing; no verdicts. */
function withoutHistory(report: Report): Again {
  if (isOfCampaign(report) && report.entries.every(({ verdict }) => verdict !== 'fail')) {
    return {
      verdicts: 0,
      differing: [],
      notes: [
        'A campaign keeps the histories of sequences that broke something. None did, so that its pass rests on the word of the report alone.',
      ],
    };
  }
  const untried: readonly string[] = ['not-exercised', 'blocked'];
  const differing = report.entries
    .filter(({ verdict }) => !untried.includes(verdict))
    .map(({ id, verdict }) => `entries[${id}].verdict: ${verdict}, without a history`);
  return { verdicts: 0, differing, notes: ['No history was recorded, so there was nothing to judge again.'] };
}

/** What somebody has put beside the report: it is no part of it, and nothing rests on it. */
function strangers(folder: string): readonly string[] {
  const own = [...formats.map((format) => renderers[format].file), historiesFolder, evidenceFolder];
  const others = filesIn(folder).filter((name) => !own.includes(name));
  return others.length === 0 ? [] : [`No part of the report, and not looked at: ${others.join(', ')}.`];
}

function keptOf(kit: Kit, folder: string): readonly Scenario[] {
  const path = join(folder, evidenceFolder, sequencesFile);
  return existsSync(path) ? keptScenarios(kit.sequences, readKeptSequences(path)) : [];
}

function otherKit({ kit: { version } }: Report, kit: Kit): string {
  return `The report was made by version ${version} and this is ${kit.version}: its other formats were not compared, and verdicts may have changed since.`;
}
