import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { markdownOf } from '../../experiment/markdown.mjs';
import { plotOf } from '../../experiment/plot.mjs';
import { builtCommandLine } from '../support/built-kit.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { courses } from './courses.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Results {
  readonly holds: boolean;
  readonly accepted: readonly object[];
  readonly relayed: readonly object[];
  readonly scenarios: readonly { readonly name: string; readonly holds: boolean }[];
  readonly beyond: readonly { readonly name: string; readonly holds: boolean; readonly seen: object }[];
  readonly delivery: object;
}

/** The experiment beside a compiled kit, as it is in the repository. */
function layOut(): string {
  const folder = dirname(dirname(dirname(builtCommandLine())));
  cpSync(join(root, 'experiment'), join(folder, 'experiment'), { recursive: true });
  cpSync(join(root, 'examples/tied.mjs'), join(folder, 'examples/tied.mjs'));
  return folder;
}

/** Ends with what Node printed; a code that is not 0 fails the test, with what it said of it. */
async function node(folder: string, words: readonly string[]): Promise<string> {
  const cwd = join(folder, 'experiment');
  const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', trouble: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.trouble += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code, said.trouble).toBe(0);
  return said.out;
}

it('the experiment, made small and on a file, finds every count as it should be', async () => {
  const folder = layOut();
  const out = join(folder, 'out');
  const data = join(temporaryFolder(), 'orders.sqlite');
  await node(folder, ['main.mjs', '--quick', '--new', '40', '--replays', '10', '--data', data, '--out', out]);
  const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;
  const whole = { requests: 50, errors: 0, replaysWithOtherIds: 0, orders: 40, events: 40 };
  expect([...results.accepted, ...results.relayed]).toMatchObject([whole, whole]);
  const inOrder = (names: readonly string[]) => names.map((name) => ({ name, holds: true }));
  expect(results.scenarios).toMatchObject(inOrder(courses.scenarios));
  expect(results.beyond).toMatchObject(inOrder(courses.beyond));
  expect(results.delivery).toMatchObject({ count: 100, orders: 100, records: 100, discrepancies: 0 });
  const page = readFileSync(join(out, 'results.md'), 'utf8');
  expect(page).toBe(markdownOf(results));
  expect(page).toContain('| new, p95 | 4.1 |');
  expect(page).toContain('Machines differ.');
  expect(readFileSync(join(out, 'plot.svg'), 'utf8')).toBe(plotOf(results));
});

it('a course beyond the published ones does not hold where the command API has the flaw that it is for', async () => {
  const folder = layOut();
  const flawed = [
    ['out-of-order', 'outOfOrder', 'inbox-without-deduplication', { repeats: 0, records: 320 }],
    ['out-of-order', 'outOfOrder', 'late-version-overwrites', { repeats: 100, records: 20 }],
    ['stale-changes', 'staleChanges', 'stale-change-overwrites', { refused: 0, carriedOut: 480 }],
    ['stopped-relay', 'stoppedRelay', 'late-relay-reports', { written: 20, confirmed: 10 }],
  ] as const;
  for (const [file, course, flaw, seen] of flawed) {
    const place = JSON.stringify({ data: join(temporaryFolder(), 'orders.sqlite'), flaw });
    const program = `import { ${course} } from './${file}.mjs'; console.log(JSON.stringify(await ${course}(${place})));`;
    const told = JSON.parse(await node(folder, ['--input-type=module', '-e', program])) as object;
    expect(told, flaw).toMatchObject({ holds: false, seen });
  }
});
