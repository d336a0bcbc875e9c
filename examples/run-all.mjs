// Puts the receivers of the examples on trial, and says where one is not what its `expected.json` expects.
//
//   npm run build && npm run examples                        all of them
//   npm run examples -- parse-server json-server             these
//   npm run examples -- json-server --update                 and puts the reports into its folder
//   npm run examples -- json-server --keep                   and leaves all that the run wrote where it says
//
// What an example needs besides this package is installed in its own folder (npm), or from Debian (apt-get, as root).
// The trials run one after another; what was started for one is ended after it, whatever becomes of this script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { disagreements, expectedTrials } from './agreement.mjs';

const examples = ['express-idempotency', 'json-server', 'node-idempotency', 'parse-server', 'tryton'];
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const seed = '1';
/** The one whose report is a sample too; `npm run fresh` makes the other formats from it. */
const sample = 'express-idempotency';

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const strangers = named.filter((name) => !examples.includes(name));
if (strangers.length > 0) {
  console.error(`no such example: ${strangers.join(', ')}; there are ${examples.join(', ')}`);
  process.exitCode = 64;
} else if (!existsSync(join(root, 'dist/src/cli.js'))) {
  console.error('dist/src/cli.js is not there; expected the built kit; to do: npm run build');
  process.exitCode = 64;
} else {
  await runAll(named.length === 0 ? examples : named);
}

async function runAll(names) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort());
  const lines = [];
  for (const name of names) {
    if (stop.signal.aborted) break;
    lines.push(...(await runExample(name, stop.signal)));
  }
  console.log(`\n${table(lines)}`);
  if (stop.signal.aborted || lines.some(({ agrees }) => !agrees)) process.exitCode = 1;
}

/** All trials of an example, in a temporary folder of its own and with what it needs at hand. */
async function runExample(name, signal) {
  const folder = join(here, name);
  const data = mkdtempSync(join(tmpdir(), `twiceshy-${name}-`));
  chmodSync(data, 0o755); // a database may run as another user
  let prepared = { environment: {}, end: async () => undefined };
  const lines = [];
  try {
    await install(folder);
    if (existsSync(join(folder, 'prepare.mjs'))) {
      const { prepare } = await import(pathToFileURL(join(folder, 'prepare.mjs')));
      prepared = await prepare({ data, install });
    }
    for (const [adapter, expected] of Object.entries(expectedTrials(folder))) {
      if (signal.aborted) break;
      const { environment } = prepared;
      lines.push(await runTrial({ name, adapter, expected, data, environment, signal }));
    }
  } catch (error) {
    lines.push(lineOf(name, '', [`could not be tried: ${error.message}`]));
  } finally {
    await prepared.end();
    if (options.keep) console.log(`  kept: ${join(data, 'report')}`);
    else rmSync(data, { recursive: true, force: true });
  }
  return lines;
}

/** Installs the packages of a folder by its lock file, unless they are there. */
async function install(folder) {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(lock)) return;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm ci in ${folder} ended with ${code}`);
}

async function runTrial({ name, adapter, expected, data, environment, signal }) {
  const began = performance.now();
  const out = join(data, 'report', expected.report);
  const [file, variant] = adapter.split('#');
  const words = ['dist/src/cli.js', 'run', join('examples', name, file), '--seed', seed, '--out', out];
  const chosen = variant === undefined ? [] : ['--variant', variant];
  const { startTied } = await import('./tied.mjs');
  const only = expected.only === undefined ? [] : ['--only', ...expected.only];
  const kit = startTied([process.execPath, ...words, ...chosen, '--effort', expected.effort, ...only], {
    cwd: root,
    env: { ...process.env, TMPDIR: data, ...environment },
  });
  // The kit cleans up after itself before it ends.
  const interrupt = () => void kit.end('SIGINT');
  signal.addEventListener('abort', interrupt);
  const { code, output } = await kit.ended;
  signal.removeEventListener('abort', interrupt);
  if (signal.aborted) return lineOf(name, adapter, ['was interrupted']);
  if (!existsSync(join(out, 'report.json')))
    return lineOf(name, adapter, [`the kit ended with ${code}: ${output.slice(-2000)}`]);
  if (options.update) keepReport(name, expected.report, out);
  const seconds = Math.round((performance.now() - began) / 1000);
  return lineOf(name, adapter, disagreements(expected, out), expected.grade, seconds);
}

function keepReport(name, report, out) {
  const folder = join(here, name, 'report');
  mkdirSync(folder, { recursive: true });
  for (const ending of ['txt', 'md'])
    copyFileSync(join(out, `report.${ending}`), join(folder, `${report}.${ending}`));
  if (name === sample && report === 'report')
    copyFileSync(join(out, 'report.json'), join(root, 'reports/samples', name, 'report.json'));
}

/** One trial's line, told as soon as it is known. */
function lineOf(name, adapter, differences, grade = '', seconds = 0) {
  const agrees = differences.length === 0;
  console.log(
    `${agrees ? '✓' : '✗'} ${name} ${adapter}: ${agrees ? grade : 'not as expected'} (${seconds} s)`,
  );
  for (const difference of differences) console.log(`    ${difference}`);
  return { name, adapter, grade: agrees ? grade : '?', agrees, seconds };
}

function table(lines) {
  const rows = lines.map(({ name, adapter, grade, agrees, seconds }) => [
    name,
    adapter,
    grade,
    agrees ? 'as expected' : 'DIFFERS',
    `${seconds} s`,
  ]);
  const all = [['example', 'adapter', 'grade', '', 'took'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
