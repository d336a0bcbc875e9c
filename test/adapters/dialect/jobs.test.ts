import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vendors } from '../../../src/adapters/vendors/index.js';
import type { Report } from '../../../src/harness/model/report.js';
import { builtCommandLine } from '../../support/built-kit.js';
import { flawsOfJobs } from '../../support/flaw-matrix.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const longestTrialMs = 120_000;

function netsuite() {
  const found = vendors.find(({ name }) => name === 'netsuite-async');
  if (found === undefined) throw new Error('There is a contract of NetSuite.');
  return found;
}

/** What takes the death of a process; the others are tried in process, with all ready contracts. */
const courses = ['durability/acknowledged-survives-kill', 'durability/replay-after-kill'];

/** The contract, in a hurry, served by the kit in a process of its own and put on trial over sockets. */
async function tryInProcess(flaw: string | null, only: readonly string[]) {
  const folder = temporaryFolder();
  const contract = join(folder, 'contract.yaml');
  const file = join(folder, 'trial.yaml');
  const text = netsuite()
    .text()
    .replace('poll_from: {', 'within: 5s\n  poll_from: {')
    .replace('settle: 60s', 'settle: 1s')
    .replace('poll: 5s', 'poll: 100ms')
    .replace('rps: 1,', 'rps: 1000,')
    .replace('timeout: 60s', 'timeout: 2s');
  const served = [builtCommandLine(), 'serve', '--contract', contract, '--data', join(folder, 'jobs.sqlite')];
  const words = [process.execPath, ...served, ...(flaw === null ? [] : ['--flaw', flaw])];
  const control = `control: { process: { command: ${JSON.stringify([...words, '--port', '{{port}}'])}, ready: { path: /healthz } } }`;
  writeFileSync(contract, text);
  writeFileSync(file, `${text}\n${control}\n`);
  const out = join(folder, 'report');
  const environment = {
    NETSUITE_URL: 'http://127.0.0.1:9',
    NETSUITE_TOKEN: 'placeholder-netsuite-token',
  };
  const { err } = await say(
    ['run', file, '--effort', 'quick', '--out', out, ...only.flatMap((id) => ['--only', id])],
    { environment },
  );
  expect(err).not.toContain('expected:');
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return Object.fromEntries(report.entries.map(({ id, verdict }) => [id, verdict]));
}

describe('a contract whose creates are done later, served in a process of its own', () => {
  it(
    'holds what it accepted over the death of the process',
    async () => {
      expect(await tryInProcess(null, courses)).toEqual(
        Object.fromEntries(courses.map((id) => [id, 'pass'])),
      );
    },
    longestTrialMs,
  );

  it.each(flawsOfJobs)(
    'with the flaw $name, it fails $requirement',
    async ({ name, requirement }) => {
      const verdicts = await tryInProcess(name, [requirement]);
      expect(verdicts[requirement]).toBe('fail');
    },
    longestTrialMs,
  );
});
