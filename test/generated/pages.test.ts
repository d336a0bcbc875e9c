import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandFlawsPart, flawsPage, type FlawRow } from '../../build/flaws-page.js';
import { metricsPage } from '../../build/metrics-page.js';
import { requirementsPage } from '../../build/requirements-page.js';
import { commandFlaws } from '../../reference-receiver/index.js';
import { scenarios } from '../../src/scenarios/index.js';
import { commandProbes } from '../reference-receiver/command/flaw-probes.js';
import { flaws, flawsInNeed, flawsOfJobs, flawsPageFile, tryFlaw } from '../support/flaw-matrix.js';

const requirementsFile = new URL('../../docs/requirements.md', import.meta.url);
const metricsFile = new URL('../../docs/metrics.md', import.meta.url);
const ofCommandApi = commandFlaws.map(({ name, summary }) => ({
  name,
  summary,
  shows: commandProbes[name]?.shows ?? 'nothing',
}));
const updating = process.env['TWICESHY_UPDATE'] === '1';

it('docs/requirements.md says what the scenarios say', () => {
  const page = requirementsPage(scenarios);
  if (updating) writeFileSync(requirementsFile, page);
  expect(readFileSync(requirementsFile, 'utf8')).toBe(page);
});

it('docs/metrics.md says what the metrics say', () => {
  const page = metricsPage();
  if (updating) writeFileSync(metricsFile, page);
  expect(readFileSync(metricsFile, 'utf8')).toBe(page);
});

it('docs/flaws.md lists every flaw, in order (its rows are held by the tests of the flaws)', async () => {
  if (updating) {
    const rows: FlawRow[] = [];
    for (const flaw of flaws) rows.push(await tryFlaw(flaw));
    writeFileSync(
      flawsPageFile,
      flawsPage(rows, { inNeed: flawsInNeed, ofJobs: flawsOfJobs, ofCommandApi }, scenarios.length),
    );
  }
  const page = readFileSync(flawsPageFile, 'utf8');
  expect(page).toContain(commandFlawsPart(ofCommandApi).join('\n'));
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.map((row) => row.split('`')[1])).toEqual(
    [...flaws, ...flawsInNeed, ...flawsOfJobs, ...commandFlaws].map(({ name }) => name),
  );
}, 900_000);

it('every requirement that has a course, and is no survey, names a flaw that breaks it', () => {
  const named = new Set([...flaws, ...flawsInNeed, ...flawsOfJobs].map(({ name }) => name));
  for (const { id, level, tries, flaws: own } of scenarios) {
    if (tries === undefined || level === 'SURVEY') continue;
    expect(own.length, id).toBeGreaterThan(0);
    for (const name of own) expect(named, `${id}: ${name}`).toContain(name);
  }
});
