// What an exchange costs in process, with and without the fault plane in between, and how many actions the sender
// approves and delivers over loopback to the bundled receiver in another process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openReceiver, systemClock as receiverClock } from '../dist/reference-receiver/index.js';
import { openMswPlane } from '../dist/src/harness/wire/msw-plane.js';
import { openDirectPlane } from '../dist/src/harness/wire/direct-plane.js';
import { systemClock } from '../dist/src/harness/run/system-clock.js';
import { seededRandom } from '../dist/src/harness/run/seeded-random.js';
import { openSender } from '../dist/src/harness/sender/sender.js';
import { openSqliteStore } from '../dist/src/harness/sender/store/sqlite/open-sqlite-store.js';

const rounds = 5;
const exchangesOfRound = 600;
const actionsOfRound = 400;
const severalWorkers = 4;
const commitsOfRound = 100;
const token = 'Bearer harbor-token';
const policy = {
  retry: 'same-key',
  maxAttempts: 5,
  deadlineMs: 3_600_000,
  leaseMs: 11_000,
  timeoutMs: 10_000,
  backoff: { baseMs: 50, mostMs: 1_000 },
  windowMs: null,
  longestKey: 255,
  longestBody: 65_536,
};

/** Runs the rounds of both sides in turn and gives the median of each figure. */
export async function sender() {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  try {
    const inProcess = await inProcessFigures(folder);
    const overLoopback = await loopbackFigures(folder);
    return {
      figures: { ...inProcess.figures, ...overLoopback.figures },
      ratios: { ...inProcess.ratios, ...overLoopback.ratios },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inProcessFigures(folder) {
  const random = seededRandom(1);
  const receiver = openReceiver({
    file: join(folder, 'in-process.sqlite'),
    clock: receiverClock,
    chance: () => random.next(),
    controls: false,
    // As scenarios run it: in process nobody loses power.
    synchronous: 'NORMAL',
  });
  const origin = 'http://twiceshy.invalid';
  const plane = openMswPlane({
    clock: systemClock,
    origin,
    local: (request, context) => receiver.handle(request, context),
  });
  const through = [];
  const direct = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const msw = await perSecond(exchangesOfRound, (n) =>
        plane.exchange(create(origin, `m${round}-${n}`), {
          id: `x${round}-${n}`,
          effects: [],
          timeoutMs: 10_000,
          connection: 'warm',
        }),
      );
      const bare = await perSecond(exchangesOfRound, async (n) => {
        const { url, method, headers, body } = create(origin, `d${round}-${n}`);
        await (await receiver.handle(new Request(url, { method, headers, body }))).text();
      });
      if (round > 0) {
        through.push(msw);
        direct.push(bare);
      }
    }
  } finally {
    await plane.close();
    receiver.close();
  }
  return {
    figures: {
      'exchanges a second in process, through msw': median(through),
      'exchanges a second in process, handler called directly': median(direct),
    },
    ratios: { 'msw / direct': ratio(through, direct) },
  };
}

async function loopbackFigures(folder) {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../dist/src/cli.js', import.meta.url)),
      'serve',
      '--port',
      '0',
      '--data',
      join(folder, 'served.sqlite'),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => chunk),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The receiver ended with ${code} before it served; is dist built?`);
    }),
  ]);
  const origin = String(line).trim();
  const wire = openDirectPlane({ clock: systemClock });
  const rates = { one: [], several: [], bare: [], commit: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const measured = {
        one: await senderRound(folder, wire, origin, { round, workers: 1 }),
        several: await senderRound(folder, wire, origin, { round, workers: severalWorkers }),
        bare: await perSecond(actionsOfRound, (n) =>
          post(wire, create(origin, `p${round}-${n}`), `p${round}-${n}`),
        ),
        commit: commitMicroseconds(folder, round),
      };
      if (round > 0) for (const [name, rate] of Object.entries(measured)) rates[name].push(rate);
    }
  } finally {
    await wire.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return {
    figures: {
      'actions a second approved and delivered over loopback, one worker': median(rates.one),
      [`actions a second approved and delivered over loopback, ${severalWorkers} workers`]: median(
        rates.several,
      ),
      'bare creates a second over loopback, one after another': median(rates.bare),
      'microseconds that one durable commit takes on this disk': median(rates.commit),
    },
    ratios: {
      'sender with one worker / bare creates': ratio(rates.one, rates.bare),
      [`sender with ${severalWorkers} workers / bare creates`]: ratio(rates.several, rates.bare),
    },
  };
}

async function senderRound(folder, wire, origin, { round, workers }) {
  let exchange = 0;
  const run = `s${round}-${workers}`;
  const outbox = openSender({
    store: openSqliteStore(join(folder, `outbox-${run}.sqlite`), { clock: systemClock }),
    random: seededRandom(round),
    policy,
    lookUp: null,
    record: () => undefined,
    deliver: async (request, about) => {
      exchange += 1;
      const id = `${run}-x${exchange}`;
      const headers = [['authorization', token], ...request.headers];
      const answer = await post(
        wire,
        { ...request, url: `${origin}${request.path}`, headers },
        id,
        about.effects,
      );
      return {
        exchange: id,
        outcome: { kind: 'created', id: JSON.parse(answer.body).id, retryAfterMs: null, rule: 'bench' },
      };
    },
  });
  const work = async (worker) => {
    while ((await outbox.attempt(worker, { effects: [], at: async () => undefined })).kind === 'worked');
  };
  try {
    const begun = performance.now();
    for (let n = 0; n < actionsOfRound; n += 1) await approve(outbox, `${run}-${n}`);
    await Promise.all(Array.from({ length: workers }, (_, index) => work(`worker-${index}`)));
    const rate = Math.round((actionsOfRound * 1000) / (performance.now() - begun));
    const sent = (await outbox.rows()).filter(({ state }) => state === 'sent').length;
    if (sent !== actionsOfRound) throw new Error(`${sent} of ${actionsOfRound} actions were sent.`);
    return rate;
  } finally {
    await outbox.close();
  }
}

async function approve(outbox, name) {
  const { method, headers, body } = create('', name);
  const stored = headers.filter(([header]) => header !== 'authorization');
  const request = { method, path: '/v1/tasks', headers: stored, body };
  await outbox.approve({ name, key: name, marker: name, request, credential: 'main', expiresInMs: null });
}

async function post(wire, { method, url, headers, body }, id, effects = []) {
  const { answer } = await wire.exchange(
    { method, url, headers, body },
    { id, effects, timeoutMs: 10_000, connection: 'warm' },
  );
  if (answer.kind !== 'answered' || answer.status !== 201)
    throw new Error(`No 201 but ${JSON.stringify(answer).slice(0, 200)}`);
  return answer;
}

/** The disk decides much of what a durable ledger costs, so its part is named beside the rest. */
function commitMicroseconds(folder, round) {
  const database = new Database(join(folder, `commit-${round}.sqlite`));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE commits (n INTEGER)');
  const insert = database.prepare('INSERT INTO commits VALUES (1)');
  const begun = performance.now();
  for (let n = 0; n < commitsOfRound; n += 1) insert.run();
  const each = (1000 * (performance.now() - begun)) / commitsOfRound;
  database.close();
  return Math.round(each);
}

function create(origin, key) {
  return {
    method: 'POST',
    url: `${origin}/v1/tasks`,
    headers: [
      ['authorization', token],
      ['content-type', 'application/json'],
      ['idempotency-key', key],
    ],
    body: JSON.stringify({ title: 'Call the customer back', reference: key }),
  };
}

async function perSecond(count, act) {
  const begun = performance.now();
  for (let n = 0; n < count; n += 1) await act(n);
  return Math.round((count * 1000) / (performance.now() - begun));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Median of the ratios round by round, which holds when the machine's speed drifts between rounds. */
function ratio(left, right) {
  return Number(median(left.map((value, index) => value / right[index])).toFixed(3));
}
