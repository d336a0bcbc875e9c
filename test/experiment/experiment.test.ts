import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtCommandLine } from '../support/built-kit.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Results {
  readonly holds: boolean;
  readonly accepted: readonly object[];
  readonly relayed: readonly object[];
  readonly scenarios: readonly { readonly name: string; readonly holds: boolean }[];
  readonly beyond: readonly { readonly name: string; readonly holds: boolean; readonly seen: object }[];
  readonly delivery: object;
}

it('the experiment, made small and on a file, finds every count as it should be', async () => {
  const folder = dirname(dirname(dirname(builtCommandLine())));
  cpSync(join(root, 'experiment'), join(folder, 'experiment'), { recursive: true });
  cpSync(join(root, 'examples/tied.mjs'), join(folder, 'examples/tied.mjs'));
  const out = join(folder, 'out');
  const data = join(temporaryFolder(), 'orders.sqlite');
  const words = ['--data', data, '--rate', '100', '--new', '40', '--replays', '10', '--trials', '1'];
  const child = spawn(process.execPath, [join(folder, 'experiment/main.mjs'), ...words, '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let trouble = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    trouble += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code, trouble).toBe(0);
  const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;
  const whole = { requests: 50, errors: 0, replaysWithOtherIds: 0, orders: 40, events: 40 };
  expect([...results.accepted, ...results.relayed]).toMatchObject([whole, whole]);
  expect(results.scenarios.filter(({ holds }) => holds)).toHaveLength(7);
  expect(results.beyond).toMatchObject([
    { holds: true, seen: { orders: 200, records: 200, discrepancies: 0 } },
    { holds: true, seen: { orders: 400, records: 400, discrepancies: 0 } },
  ]);
  expect(results.delivery).toMatchObject({ count: 100, orders: 100, records: 100, discrepancies: 0 });
  const page = readFileSync(join(out, 'results.md'), 'utf8');
  expect(page).toContain('| new, p95 | 4.1 |');
  expect(page).toContain('Machines differ.');
});
