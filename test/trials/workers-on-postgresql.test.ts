import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { postgresAddress } from '../../src/harness/sender/store/postgres/address.js';
import type { Random } from '../../src/harness/model/random.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { systemClock } from '../../src/harness/run/system-clock.js';
import { builtCommandLine } from '../support/built-kit.js';
import { joins, type CrewMember } from '../support/crew.js';
import {
  actionLines,
  adapterAt,
  approvalsFile,
  recordsAt,
  type ActionLine,
} from '../support/outbox-trial.js';
import { say } from '../support/kit.js';
import { lives } from '../support/lives.js';
import { ask, emptyLedger, ownLedger, ownServer } from '../support/postgresql.js';
import { serving, type Serving } from '../support/serving.js';
import { soaking } from '../support/soaking.js';

const workers = 4;
const leaseMs = 2_000;
const longestMs = soaking ? 900_000 : 80_000;

let receiver: Serving;
let adapter: string;

beforeEach(async () => {
  receiver = await serving(['serve', '--port', '0']);
  adapter = adapterAt(receiver.url);
});

afterEach(() => receiver.end());

/** An outbox with actions in it, and what starts a worker on it. */
async function filled(outbox: string, lines: readonly ActionLine[]) {
  const approve = ['outbox', 'approve', approvalsFile(lines), '--outbox', outbox, '--adapter', adapter];
  expect((await say(approve)).out).toBe(`${lines.length} recorded, 0 repeated, 0 refused\n`);
  const cli = builtCommandLine();
  const words = [cli, 'worker', '--outbox', outbox, '--adapter', adapter, '--until-empty'];
  return () => joins([...words, '--concurrency', '4', '--lease-ms', String(leaseMs)]);
}

describe('four workers on one outbox in PostgreSQL', () => {
  const count = soaking ? 10_000 : 400;
  const seeds = soaking ? [1, 2, 3] : [1];

  it.each(seeds)(
    'killed and stopped at moments of seed %i send every action once, in order',
    async (seed) => {
      const outbox = await emptyLedger();
      const lines = actionLines(count, Math.floor(count / 5));
      const start = await filled(outbox, lines);
      const mishaps = await disturbed(outbox, { start, count, random: seededRandom(seed) });
      expect(mishaps.killed).toBeGreaterThan(2);
      expect(mishaps.stopped).toBeGreaterThan(2);
      await expectEachOnce(outbox, lines);
      const { schema } = postgresAddress(outbox);
      const [taken] = await ask(
        `SELECT count(*)::int AS over FROM ${schema}.attempts WHERE fence > 1`,
        [],
        outbox,
      );
      expect(taken?.['over']).toBeGreaterThan(0);
    },
    longestMs,
  );
});

describe('a database that fails under its workers', () => {
  it(
    'loses nothing and has nothing sent twice; the workers come back by themselves',
    async () => {
      const server = await ownServer();
      const outbox = await ownLedger();
      const lines = actionLines(300, 60);
      const start = await filled(outbox, lines);
      const crew = [start(), start()];
      await sentReaches(outbox, 30);
      await cutAll(outbox);
      await sentReaches(outbox, 90);
      await server.stop();
      await systemClock.sleep(1_500);
      expect(crew.filter(({ pid }) => lives(pid))).toHaveLength(2);
      await server.start();
      await sentReaches(outbox, 150);
      await cutAll(outbox);
      expect(await sentIn(outbox)).toBeLessThan(lines.length);
      await server.stop();
      await server.start();
      expect(await Promise.all(crew.map(({ ended }) => ended))).toEqual([0, 0]);
      await expectEachOnce(outbox, lines);
    },
    longestMs,
  );
});

/** What befell the workers. */
interface Mishaps {
  killed: number;
  stopped: number;
}

/** Runs the crew until the outbox is empty, and kills or stops one of it whenever some more actions were sent. */
async function disturbed(
  outbox: string,
  { start, count, random }: { start: () => CrewMember; count: number; random: Random },
): Promise<Mishaps> {
  const crew = Array.from({ length: workers }, start);
  const mishaps: Mishaps = { killed: 0, stopped: 0 };
  const wakings: Promise<void>[] = [];
  const step = Math.floor(count / 16);
  for (let goal = random.between(1, step); goal < count; goal += random.between(step >> 1, step)) {
    await sentReaches(outbox, goal);
    await systemClock.sleep(random.between(0, 40));
    const place = random.between(0, workers - 1);
    const victim = crew[place];
    if (victim === undefined) continue;
    if (random.next() < 0.5) {
      victim.signal('SIGKILL');
      crew[place] = start();
      mishaps.killed += 1;
    } else {
      victim.signal('SIGSTOP');
      mishaps.stopped += 1;
      const stillMs = random.between(leaseMs >> 2, leaseMs * 2);
      wakings.push(systemClock.sleep(stillMs).then(() => victim.signal('SIGCONT')));
    }
  }
  await Promise.all(wakings);
  const ends = await Promise.all(crew.map(({ ended }) => ended));
  expect(ends, crew.map((each) => each.output()).join('')).toEqual(crew.map(() => 0));
  return mishaps;
}

async function sentReaches(outbox: string, goal: number): Promise<void> {
  await expect.poll(() => sentIn(outbox), { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(goal);
}

async function sentIn(outbox: string): Promise<number> {
  const { schema } = postgresAddress(outbox);
  const sent = `SELECT count(*)::int AS count FROM ${schema}.outbox WHERE state = 'sent'`;
  return Number((await ask(sent, [], outbox))[0]?.['count']);
}

/** Every action is sent, with one record of its own, in the order of its aggregate; nobody held what another held. */
async function expectEachOnce(outbox: string, lines: readonly ActionLine[]): Promise<void> {
  const { schema } = postgresAddress(outbox);
  const states = await ask(
    `SELECT state, count(*)::int AS count FROM ${schema}.outbox GROUP BY state`,
    [],
    outbox,
  );
  expect(states).toEqual([{ state: 'sent', count: lines.length }]);
  const records = await recordsAt(receiver.url);
  expect(records.toSorted()).toEqual(lines.map(({ action }) => action).toSorted());
  const places = new Map(records.map((reference, place) => [reference, place]));
  const latest = new Map<string, number>();
  for (const { action, aggregate = '' } of lines) {
    const place = places.get(action) ?? -1;
    expect(place, action).toBeGreaterThan(latest.get(aggregate) ?? -1);
    latest.set(aggregate, place);
  }
  const twice = await ask(
    `
    SELECT one.key FROM ${schema}.attempts one JOIN ${schema}.attempts next
      ON next.key = one.key AND next.fence = one.fence + 1
    WHERE next.claimed_at < one.lease_until AND (one.ended_at IS NULL OR next.claimed_at < one.ended_at)`,
    [],
    outbox,
  );
  expect(twice).toEqual([]);
}

/** Cuts every connection of the workers to the server. */
async function cutAll(outbox: string): Promise<void> {
  const name = `twiceshy ${postgresAddress(outbox).schema}`;
  await ask(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
    [name],
    outbox,
  );
}
