import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { campaignPage, type CampaignRow } from '../../../build/campaign-page.js';
import { tryCampaign } from '../../support/campaign-trial.js';
import { flaws } from '../../support/flaw-matrix.js';
import { soaking } from '../../support/soaking.js';

const pageFile = new URL('../../../docs/campaign.md', import.meta.url);
const updating = process.env['TWICESHY_UPDATE'] === '1';

const seeds = 20;
const small = 5;
const most = 200;
const fewestFound = 19;
const mostMovesAtMedian = 4;
/** A window that has to end, or a load that has to be offered, is nothing that a sequence brings along. */
const hunted = flaws.filter(
  ({ requirement }) =>
    requirement === 'retention/survives-volume' || !/^(?:retention|load)\//.test(requirement),
);

it('docs/campaign.md lists every flaw that a sequence can show, in order, each found with nearly every seed', () => {
  const rows = readFileSync(pageFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map((cells) => cells[1])).toEqual(hunted.map(({ name }) => `\`${name}\``));
  for (const cells of rows) {
    expect(Number(cells[3]?.split(' of ')[0]), cells[1]).toBeGreaterThanOrEqual(fewestFound);
    expect(Number(cells[5]?.split(',')[0]), cells[1]).toBeLessThanOrEqual(mostMovesAtMedian);
  }
});

describe.runIf(soaking)('campaigns alone', () => {
  const rows = new Map<string, CampaignRow>();

  it.each(hunted)(
    'find $name with nearly every seed',
    async ({ name, summary }) => {
      const row: CampaignRow = { name, summary, runs: [], moves: [], promises: [] };
      for (let seed = 1; seed <= seeds; seed += 1) await hunt(row, seed);
      rows.set(name, row);
      const found = row.runs.filter((runs) => Number.isFinite(runs));
      expect(found.length).toBeGreaterThanOrEqual(fewestFound);
    },
    900_000,
  );

  afterAll(() => {
    const all = hunted.flatMap(({ name }) => rows.get(name) ?? []);
    if (updating && all.length === hunted.length) {
      writeFileSync(pageFile, campaignPage(all, { seeds, small, most }));
    }
  });
});

async function hunt(row: CampaignRow, seed: number): Promise<void> {
  const mostShrinks = seed <= small ? 400 : 0;
  const { found } = await tryCampaign({ flaw: row.name, seed, runs: most, mostShrinks });
  const [first] = found;
  row.runs.push(first?.afterRuns ?? Number.POSITIVE_INFINITY);
  if (first === undefined) return;
  if (mostShrinks > 0) row.moves.push(first.sequence.moves.length);
  if (!row.promises.includes(first.promise)) row.promises.push(first.promise);
}
