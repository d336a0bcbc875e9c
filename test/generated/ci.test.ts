import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildPackage } from '../support/built-kit.js';
import { blocksOf } from '../support/markdown.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { parseXml } from '../support/xml.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const longestJobMs = 120_000;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Job {
  readonly code: number;
  readonly out: string;
  readonly folder: string;
  readonly summary: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/** The package as it is installed, and programs that stand in for what a job would fetch. */
const home = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

beforeAll(() => {
  const entry = buildPackage(join(home, 'twiceshy'));
  cpSync(join(root, 'action.yml'), join(home, 'twiceshy/action.yml'));
  mkdirSync(join(home, 'bin'));
  program('npm', 'echo "npm $*"');
  // Both the plain name and that with a version come to the package of this test.
  program(
    'npx',
    `[ "$1" = --yes ] && shift\ncase "$1" in twiceshy|twiceshy@*) shift ;; esac\nexec node ${entry} "$@"`,
  );
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function program(name: string, text: string): void {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(home, 'bin', name), 0o755);
}

/** A project with an adapter file, the receiver that it starts, a baseline, and the package installed. */
function project(): string {
  const folder = temporaryFolder();
  const conformance = join(folder, 'conformance');
  cpSync(join(root, 'examples/vitest-suite'), conformance, { recursive: true });
  cpSync(join(conformance, 'adapter.yaml'), join(conformance, 'tasks.yaml'));
  writeFileSync(join(conformance, 'known.json'), '{ "format": 1, "known": [] }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(home, 'twiceshy'), join(folder, 'node_modules/twiceshy'));
  return folder;
}

/** Runs a script as a job does: bash, ending with the first command that fails. */
async function bash(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string }> {
  const file = join(folder, 'step.sh');
  writeFileSync(file, script);
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    CI: 'true',
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['--noprofile', '--norc', '-e', '-o', 'pipefail', file],
      { cwd: folder, env, timeout: longestJobMs, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, out: stdout + stderr });
      },
    );
  });
}

/** Runs the steps of the action, with the inputs of one who uses it, as GitHub does. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
  { folder = project(), path = join(home, 'twiceshy') } = {},
): Promise<Job> {
  const [summary, output] = ['summary.md', 'output.txt'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  for (const file of [summary, output]) writeFileSync(file, '');
  const outputs = (): ReadonlyMap<string, string> =>
    new Map(
      readFileSync(output, 'utf8')
        .split('\n')
        .filter((line) => line.includes('='))
        .map((line) => line.split('=') as [string, string]),
    );
  const filled = (text: string): string =>
    text.replaceAll(
      /\$\{\{ (?:inputs\.([\w-]+)|steps\.trial\.outputs\.([\w-]+)) \}\}/g,
      (_, input: string, out: string) =>
        input === undefined
          ? (outputs().get(out) ?? '')
          : (inputs[input] ?? action.inputs[input]?.default ?? ''),
    );
  const all: string[] = [];
  let code = 0;
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined || code !== 0) continue;
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const github = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, GITHUB_ACTION_PATH: path };
    const step = await bash(run, folder, { ...environment, ...github, ...own });
    all.push(step.out);
    ({ code } = step);
  }
  return { code, out: all.join(''), folder, summary: readFileSync(summary, 'utf8'), outputs: outputs() };
}

/** The blocks of the page by the file that their first line names. */
function documented(file: string): unknown {
  const block = blocksOf(readFileSync(join(root, 'docs/ci.md'), 'utf8')).find(({ text }) =>
    text.startsWith(`# ${file}\n`),
  );
  if (block === undefined) throw new Error(`docs/ci.md shows no ${file}.`);
  return parse(block.text);
}

/** Requirements in which nothing is slow. */
const quick = '--only acceptance/creates-and-names-record\n  --only replay/same-record\n\n--effort quick';
const sound = { TASKS_FORGETS: '0' };
const flawed = { TASKS_FORGETS: '1' };

describe('the composite action', () => {
  it(
    'is green with a sound receiver, and leaves the summary, the report and what it found',
    async () => {
      const { code, out, summary, outputs, folder } = await runAction(
        { adapter: 'conformance/tasks.yaml', options: quick, out: 'a report' },
        sound,
      );
      expect(code, out).toBe(0);
      expect(summary).toBe(readFileSync(join(folder, 'a report/report.md'), 'utf8'));
      expect(outputs.get('exit-code')).toBe('0');
      expect(outputs.get('grade')).toBe('none');
      expect(existsSync(join(folder, 'a report/histories/replay.same-record.ndjson'))).toBe(true);
    },
    longestJobMs,
  );

  it(
    'ends as the run ends, with the summary written all the same',
    async () => {
      const { code, summary, outputs, folder } = await runAction(
        { adapter: 'conformance/tasks.yaml', options: quick },
        flawed,
      );
      expect(code).toBe(1);
      expect(summary).toContain('does not conform');
      expect(outputs.get('exit-code')).toBe('1');
      expect(outputs.get('grade')).toBe('unsafe');
      const { attributes } = parseXml(readFileSync(join(folder, 'twiceshy-report/junit.xml'), 'utf8'));
      expect(Number(attributes['failures'])).toBeGreaterThan(0);
    },
    longestJobMs,
  );

  it(
    'is red for a line that is wrong, and takes no input for part of its script',
    async () => {
      const wrong = await runAction({ adapter: 'conformance/none.yaml', options: quick }, sound);
      expect(wrong.code).toBe(64);
      const folder = project();
      const adapter = '$(touch owned); `touch owned` "; touch owned; "';
      const injected = await runAction({ adapter, options: '--only $(touch owned)' }, sound, { folder });
      expect(injected.code).toBe(64);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    },
    longestJobMs,
  );

  it(
    'lets nothing that is printed command the runner',
    async () => {
      const { out } = await runAction({ options: '--only nothing\n--plane ::error::owned' }, sound);
      const [stop, ...lines] = out.split('\n').filter((line) => line.startsWith('::'));
      const token = /^::stop-commands::(\S{16,})$/.exec(stop ?? '')?.[1] ?? '';
      expect(token).not.toBe('');
      expect(lines.at(-1)).toBe(`::${token}::`);
    },
    longestJobMs,
  );

  it(
    'takes the version that its package names where it was fetched without one',
    async () => {
      const path = temporaryFolder();
      cpSync(join(root, 'package.json'), join(path, 'package.json'));
      const { code, out } = await runAction({ adapter: 'conformance/tasks.yaml', options: quick }, sound, {
        folder: project(),
        path,
      });
      expect(code, out).toBe(0);
    },
    longestJobMs,
  );

  it('has the kit keep the report whatever the end, and ends last', () => {
    const { steps } = action.runs;
    expect(steps.map(({ uses, run }) => uses ?? typeof run)).toEqual([
      'string',
      'actions/upload-artifact@v4',
      'string',
    ]);
    expect(steps[1]?.with).toEqual({ name: '${{ inputs.artifact }}', path: '${{ inputs.out }}' });
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

describe('the documented job for GitHub', () => {
  const { jobs } = documented('.github/workflows/conformance.yml') as {
    jobs: Record<string, { steps: readonly Step[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const used = steps.find(({ uses }) => uses === './node_modules/twiceshy');

  it.each([
    ['green with a sound receiver', sound, 0],
    // The baseline of the page is empty, so that a failure is one that it does not list.
    ['red with a flawed one', flawed, 3],
  ])(
    'is %s',
    async (_, environment, expected) => {
      const folder = project();
      for (const { run } of steps) {
        if (run !== undefined) expect((await bash(run, folder, environment)).code, run).toBe(0);
      }
      const { code, out, summary } = await runAction(used?.with ?? {}, environment, {
        folder,
        path: join(folder, 'node_modules/twiceshy'),
      });
      expect(code, out).toBe(expected);
      expect(summary).toContain('Baseline');
    },
    longestJobMs,
  );

  it('gives the action only inputs that it has', () => {
    expect(Object.keys(action.inputs)).toEqual(
      expect.arrayContaining(Object.keys(used?.with ?? { none: '' })),
    );
  });
});

describe('the documented job for GitLab', () => {
  interface GitlabJob {
    readonly script: readonly string[];
    readonly artifacts: {
      readonly when: string;
      readonly paths: readonly string[];
      readonly reports: { readonly junit: string };
    };
  }
  const { conformance } = documented('.gitlab-ci.yml') as { conformance: GitlabJob };

  it.each([
    ['green with a sound receiver', sound, 0, false],
    ['red with a flawed one', flawed, 3, true],
  ])(
    'is %s, and keeps what it names',
    async (_, environment, expected, isRed) => {
      const folder = project();
      const { code, out } = await bash(conformance.script.join('\n'), folder, environment);
      expect(code, out).toBe(expected);
      const { reports, paths, when } = conformance.artifacts;
      expect(when).toBe('always');
      for (const path of paths) expect(existsSync(join(folder, path, 'report.html'))).toBe(true);
      const { attributes } = parseXml(readFileSync(join(folder, reports.junit), 'utf8'));
      expect(Number(attributes['failures']) > 0).toBe(isRed);
      // What was kept is enough to look at it again, on another machine.
      const verified = await bash('npx twiceshy verify twiceshy-report', folder, {});
      expect(verified.out).toMatch(/^✓ .+\n.+\n.+\n {2}4 other formats .+\n {2}1 file of evidence /);
      expect(verified.code).toBe(0);
    },
    longestJobMs,
  );
});
