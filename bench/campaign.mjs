// How many simulated sequences a second a campaign plays on this machine's cores, by the command itself with its start:
// one process, and one for each core. Beside it one process whose exchanges go through MSW's fetch.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 3;
const runs = 1_500;
const cores = Math.min(2, availableParallelism());

/** Measures each in turn, round by round, and gives medians. */
export async function campaign() {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  const alone = [];
  const together = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      alone.push(runs / (await secondsOf(() => hunt(folder, round * 10))));
      const all = () =>
        Promise.all(Array.from({ length: cores }, (_, core) => hunt(folder, round * 10 + core)));
      together.push((cores * runs) / (await secondsOf(all)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    figures: {
      'one process: sequences a second': Math.round(median(alone)),
      [`${cores} processes: sequences a second together`]: Math.round(median(together)),
    },
    ratios: { [`${cores} processes / one`]: Number((median(together) / median(alone)).toFixed(2)) },
  };
}

function hunt(folder, seed) {
  const out = join(folder, `report-${seed}`);
  const words = ['campaign', '--runs', runs, '--effort', 'quick', '--seed', seed, '--out', out, '--json'];
  const child = spawn(process.execPath, ['dist/src/cli.js', ...words.map(String)], { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a campaign ended with ${code}`)),
    );
  });
}

async function secondsOf(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
