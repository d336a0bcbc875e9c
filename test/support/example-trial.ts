import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { carryOut } from '../../src/harness/cli/program.js';
import type { Report } from '../../src/harness/model/report.js';
import { testKit } from './kit.js';

const systemFolder = process.env['TMPDIR'];
let folder = '';

/** The receivers keep their files in the system's temporary folder; here that is one of the test's own. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
  process.env['TMPDIR'] = folder;
});

afterAll(() => {
  if (systemFolder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = systemFolder;
  rmSync(folder, { recursive: true, force: true });
});

/** A finished trial of an example: how it ended, and what it wrote into `out`. */
export interface ExampleTrial {
  readonly code: number;
  readonly report: Report;
  readonly text: string;
  readonly out: string;
}

/** Puts an example on trial as `twiceshy run` does, over these requirements. */
export async function putOnTrial(
  adapter: string,
  only: readonly string[],
  effort: string,
): Promise<ExampleTrial> {
  const out = join(mkdtempSync(join(folder, 'trial-')), 'report');
  const words = ['run', join('examples', adapter), '--effort', effort, '--out', out];
  const code = await carryOut(testKit(), [...words, ...only.flatMap((id) => ['--only', id])]);
  const read = (file: string): string => readFileSync(join(out, file), 'utf8');
  return { code, report: JSON.parse(read('report.json')) as Report, text: read('report.txt'), out };
}

/** How many child processes of this one are running; the test runner has its own. */
export function childProcesses(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
}

/** A committed report (its path without ending) says of every requirement what this trial says, and names no place of the machine it is from. */
export function expectFresh(path: string, { text, report }: ExampleTrial): void {
  const committed = readFileSync(`${path}.txt`, 'utf8');
  const told = requirementLines(text);
  expect(Object.keys(told).toSorted()).toEqual(report.entries.map(({ id }) => id).toSorted());
  expect(requirementLines(committed)).toMatchObject(told);
  expect(committed).toContain(`Grade  ${report.grade.reached ?? ''}`);
  const markdown = readFileSync(`${path}.md`, 'utf8');
  for (const { id } of report.entries) expect(markdown).toContain(id);
  expect(committed + markdown).not.toMatch(/\/(?:home|root|tmp|var|Users)\//);
}

/** By requirement, what the terminal format says of it: its verdict and its sides. */
function requirementLines(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^ +\S+ ([a-z]+).* (\S+\/\S+) {2}\((.*?),? ?\d+ cases?\)$/gm);
  return Object.fromEntries([...lines].map(([, verdict, id, sides]) => [id, `${verdict}: ${sides}`]));
}
