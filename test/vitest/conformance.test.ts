import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../support/built-kit.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vitest = join(root, 'node_modules/vitest');
const longestSuiteMs = 180_000;

/** The folder of a team that has installed the kit and vitest, with the example as its suite. */
const team = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));

beforeAll(() => {
  const modules = join(team, 'node_modules');
  mkdirSync(modules);
  buildPackage(join(modules, 'twiceshy'));
  symlinkSync(vitest, join(modules, 'vitest'));
  cpSync(join(root, 'examples/vitest-suite'), team, { recursive: true });
  writeFileSync(join(team, 'package.json'), '{ "type": "module" }');
  // The receiver, started by way of a file that tells which processes there were.
  const started =
    "import { appendFileSync } from 'node:fs'; appendFileSync('processes', `${process.pid}\\n`); await import('./receiver.mjs');";
  writeFileSync(join(team, 'told.mjs'), started);
  const adapter = join(team, 'adapter.yaml');
  writeFileSync(adapter, readFileSync(adapter, 'utf8').replace('node, receiver.mjs', 'node, told.mjs'));
});

afterAll(() => {
  rmSync(team, { recursive: true, force: true });
});

interface Suite {
  readonly code: number | null;
  readonly out: string;
  /** Tests by the id of their requirement: how each ended, and what it said when it failed. */
  readonly tests: ReadonlyMap<string, { readonly status: string; readonly failure: string }>;
}

/** Runs the team's suite in a process of its own. */
async function suite(environment: Record<string, string>): Promise<Suite> {
  const report = join(team, 'suite.json');
  const words = [
    'run',
    '--root',
    team,
    '--reporter=json',
    '--reporter=verbose',
    `--outputFile.json=${report}`,
  ];
  // What vitest tells its workers is not for the inner one.
  const outer = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name));
  const env = { ...Object.fromEntries(outer), NO_COLOR: '1', ...environment };
  const { code, out } = await new Promise<Pick<Suite, 'code' | 'out'>>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(vitest, 'vitest.mjs'), ...words],
      { cwd: team, env, timeout: longestSuiteMs },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode, out: stdout + stderr });
      },
    );
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    code,
    out,
    tests: new Map(
      tests.map(({ title, status, failureMessages }) => [
        title.split(':')[0] ?? '',
        { status, failure: failureMessages.join('\n') },
      ]),
    ),
  };
}

/** Those of the receiver's processes that are still there. */
function left(): readonly number[] {
  const all = readFileSync(join(team, 'processes'), 'utf8').trim().split('\n').map(Number);
  expect(all.length).toBeGreaterThan(0);
  return all.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
}

describe('a suite that declares the conformance of an adapter file', () => {
  it(
    'has a test for each requirement: green with a sound receiver, skipped with the need where it offers too little',
    async () => {
      const { code, tests, out } = await suite({ TASKS_FORGETS: '0' });
      expect(code, out).toBe(0);
      const statuses = new Map([...tests].map(([id, { status }]) => [id, status]));
      for (const id of ['acceptance/creates-and-names-record', 'replay/same-record', 'lost-reply/timeout']) {
        expect(statuses.get(id), id).toBe('passed');
      }
      expect(statuses.get('replay/after-update')).toBe('skipped');
      expect(out).toMatch(/replay\/after-update.+\[needs update\]/);
      expect(out).toContain('replay marker: nothing tells a replay from a first run');
      expect(left()).toEqual([]);
    },
    longestSuiteMs,
  );

  it(
    'is red with a flawed one, and says what happened, what was expected and how to repeat it',
    async () => {
      const { code, tests, out } = await suite({ TASKS_FORGETS: '1' });
      expect(code, out).toBe(1);
      expect(tests.get('acceptance/creates-and-names-record')?.status).toBe('passed');
      const { status, failure } = tests.get('replay/same-record') ?? { status: '', failure: '' };
      expect(status).toBe('failed');
      expect(failure).toContain('One approved action was carried out 3 times where 1 is right.');
      expect(failure).toMatch(/expected: .+\n {2}actual: +3 records/);
      expect(failure).toMatch(/repeat: npx twiceshy run .+ --only replay\/same-record --seed 1/);
      expect(failure).not.toContain('node_modules');
      expect(tests.get('conflict/refused')?.status).toBe('skipped');
      expect(out).toContain('stands on replay/same-record, which failed');
      expect(left()).toEqual([]);
    },
    longestSuiteMs,
  );
});
