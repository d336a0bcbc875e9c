// How many events a second are looked through for secrets, numbered, chained and written to a history's file, beside the
// bare writing of the same lines; and how many a second are read back and verified.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutputFolder } from '../dist/src/harness/cli/output-folder.js';
import { readChain } from '../dist/src/harness/run/chain.js';
import { openRecorder } from '../dist/src/harness/run/recorder.js';
import { systemClock } from '../dist/src/harness/run/system-clock.js';

const rounds = 7;
const exchangesOfRound = 25_000;
const secrets = ['harbor-token-of-the-bench', 'user:password-of-the-bench'];

/** Records, writes bare and verifies the same events in turn, and gives medians. */
export async function history() {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  const rates = { recorded: [], ofProcessor: [], written: [], verified: [] };
  let bytes = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const recorded = record(join(folder, `run-${round}`));
      const text = readFileSync(recorded.file, 'utf8');
      const lines = text.split('\n').slice(0, -1);
      bytes = Math.round(text.length / lines.length);
      const written = perSecond(lines.length, () => writeBare(join(folder, `bare-${round}`), lines));
      const verified = perSecond(lines.length, () => readChain(text, recorded.file));
      if (round === 0) continue;
      rates.recorded.push(recorded.rate);
      rates.ofProcessor.push(recorded.rateOfProcessor);
      rates.written.push(written);
      rates.verified.push(verified);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    figures: {
      'events a second chained and written': median(rates.recorded),
      'events chained and written in a second of processor time': median(rates.ofProcessor),
      'events a second read back and verified': median(rates.verified),
      'lines a second written bare': median(rates.written),
      'bytes of a line': bytes,
    },
    ratios: { 'chained and written / written bare': ratio(rates.recorded, rates.written) },
  };
}

function record(folder) {
  const output = openOutputFolder(folder);
  const whole = output.openHistory('bench');
  const recorder = openRecorder({ clock: systemClock, secrets, write: (line) => whole.write(line) });
  const before = process.cpuUsage();
  const rate = perSecond(2 * exchangesOfRound, () => {
    for (let n = 0; n < exchangesOfRound; n += 1) {
      recorder.record(started(n));
      recorder.record(ended(n));
    }
  });
  const { user, system } = process.cpuUsage(before);
  recorder.close();
  whole.close();
  const rateOfProcessor = Math.round((2 * exchangesOfRound * 1_000_000) / (user + system));
  return { file: join(folder, output.historyFile('bench')), rate, rateOfProcessor };
}

function writeBare(path, lines) {
  const file = openSync(path, 'w');
  for (const line of lines) writeSync(file, `${line}\n`);
  closeSync(file);
}

function started(n) {
  return {
    type: 'exchange-started',
    exchange: `bench-${n}`,
    purpose: 'create',
    by: 'sender',
    worker: 'worker-1',
    action: `task ${n}`,
    credential: 'main',
    request: {
      method: 'POST',
      path: '/v1/tasks',
      headers: [
        ['content-type', 'application/json'],
        ['idempotency-key', `order-${n}-create`],
      ],
      body: JSON.stringify({ title: 'Call the customer back', reference: `tw-${n}` }),
    },
    effects: [],
    role: null,
    expect: null,
    fence: 1,
    leaseUntil: 1_767_225_600_000,
  };
}

function ended(n) {
  const told = { id: `tsk_${n}`, title: 'Call the customer back', reference: `tw-${n}` };
  return {
    type: 'exchange-ended',
    exchange: `bench-${n}`,
    answer: {
      kind: 'answered',
      status: 201,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(told),
    },
    outcome: { kind: 'created', id: told.id, retryAfterMs: null, rule: 'outcomes/0' },
    delivered: 'whole',
    applied: [],
    hidden: [],
    ms: 5,
  };
}

function perSecond(count, act) {
  const begun = performance.now();
  act();
  return Math.round((count * 1_000) / (performance.now() - begun));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Median of the ratios round by round, which holds when the machine's speed drifts between rounds. */
function ratio(left, right) {
  return Number(median(left.map((value, index) => value / right[index])).toFixed(3));
}
