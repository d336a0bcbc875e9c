import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtCommandLine } from '../../support/built-kit.js';
import { joins, type CrewMember } from '../../support/crew.js';
import { say } from '../../support/kit.js';
import { actionLines, adapterAt, approvalsFile, outboxes, recordsAt } from '../../support/outbox-trial.js';
import { ownLedger, ownServer } from '../../support/postgresql.js';
import { serving, type Serving } from '../../support/serving.js';

let receiver: Serving;
let adapter: string;
const count = 40;

beforeEach(async () => {
  receiver = await serving(['serve', '--port', '0', '--controls']);
  adapter = adapterAt(receiver.url);
});

afterEach(() => receiver.end());

async function filled(outbox: string): Promise<void> {
  const file = approvalsFile(actionLines(count, count));
  const said = await say(['outbox', 'approve', file, '--outbox', outbox, '--adapter', adapter]);
  expect(said).toMatchObject({ code: 0 });
}

/** Has the receiver take its time over every action. */
async function slow(ms: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => slowNext(ms)));
}

async function slowNext(ms: number): Promise<void> {
  const answer = await fetch(`${receiver.url}/__test/slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
  expect(answer.status).toBeLessThan(300);
}

function worker(outbox: string, ...more: readonly string[]): CrewMember {
  const words = [builtCommandLine(), 'worker', '--outbox', outbox, '--adapter', adapter];
  return joins([...words, '--concurrency', '4', ...more]);
}

/** What a worker has printed once it has said this. */
async function heard(member: CrewMember, words: RegExp): Promise<RegExpExecArray> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    const found = words.exec(member.output());
    if (found !== null) return found;
    await sleep(20);
  }
  throw new Error(`It never said ${String(words)}; it said: ${member.output()}`);
}

async function statusOf(outbox: string): Promise<Record<string, number>> {
  const said = await say(['outbox', 'status', '--outbox', outbox, '--json']);
  return JSON.parse(said.out) as Record<string, number>;
}

it.each(outboxes)(
  'a worker on $name that is asked to end finishes what it holds, and leaves the rest',
  async ({ open }) => {
    const outbox = await open();
    await filled(outbox);
    await slow(150);
    const member = worker(outbox);
    await heard(member, /worker \S+ on/);
    await expect
      .poll(async () => (await recordsAt(receiver.url)).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    member.signal('SIGTERM');
    expect(await member.ended).toBe(0);
    const { pending = 0, processing, sent = 0 } = await statusOf(outbox);
    expect(processing).toBe(0);
    expect(sent).toBeGreaterThan(0);
    expect(pending).toBeGreaterThan(0);
    expect(await recordsAt(receiver.url)).toHaveLength(sent);
    expect(member.output()).toContain(`ended: ${sent} sent`);
  },
  60_000,
);

it('a second signal ends it at once, and what it held is taken over later', async () => {
  const outbox = (await outboxes[0]?.open()) ?? '';
  const patient = readFileSync(adapter, 'utf8').replace('timeout: 500ms', 'timeout: 30s');
  expect(patient).toContain('timeout: 30s');
  writeFileSync(adapter, patient);
  await filled(outbox);
  await slow(20_000);
  const member = worker(outbox);
  await heard(member, /worker \S+ on/);
  await expect.poll(async () => (await statusOf(outbox))['processing'], { timeout: 20_000 }).toBe(4);
  const signals = setInterval(() => member.signal('SIGTERM'), 50);
  const ended = await member.ended;
  clearInterval(signals);
  expect(ended).toBe(2);
  expect(await statusOf(outbox)).toMatchObject({ processing: 4, sent: 0 });
}, 60_000);

it('tells figures to Prometheus while it works, and nothing else of what is in the outbox', async () => {
  const outbox = (await outboxes[1]?.open()) ?? '';
  await filled(outbox);
  const member = worker(outbox, '--metrics-port', '0');
  const [, url = ''] = await heard(member, /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/);
  await expect
    .poll(async () => await (await fetch(url)).text(), { timeout: 20_000 })
    .toContain(`twiceshy_outbox_actions{state="sent"} ${count}\n`);
  const text = await (await fetch(url)).text();
  const { username, password, host } = new URL(outbox);
  for (const secret of ['harbor-token', 'Call about', 'case 1', host, `${username}:${password}`]) {
    expect(text).not.toContain(secret);
  }
  member.signal('SIGTERM');
  expect(await member.ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
}, 60_000);

it('says within a scrape that its database is down, goes on, and tells figures again with it', async () => {
  const server = await ownServer();
  const outbox = await ownLedger('scraped');
  const member = worker(outbox, '--metrics-port', '0');
  const [, url = ''] = await heard(member, /metrics on (http:\S+)\/metrics\n/);
  // Prometheus gives up after ten seconds.
  const scraped = async (path: string) =>
    (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) })).status;
  expect(await scraped('/metrics')).toBe(200);
  await server.stop();
  await expect.poll(() => scraped('/metrics'), { timeout: 20_000 }).toBe(503);
  expect(await scraped('/healthz')).toBe(503);
  await server.start();
  await expect.poll(() => scraped('/healthz'), { timeout: 20_000 }).toBe(200);
  await filled(outbox);
  await expect.poll(async () => (await statusOf(outbox))['sent'], { timeout: 20_000 }).toBe(count);
  expect(await scraped('/metrics')).toBe(200);
  member.signal('SIGTERM');
  expect(await member.ended).toBe(0);
}, 90_000);

it('waits for a database that is not there yet, and says so', async () => {
  const server = await ownServer();
  const outbox = await ownLedger();
  await filled(outbox);
  await server.stop();
  const member = worker(outbox, '--until-empty');
  await heard(member, /cannot be used: .*Waiting for it\.\n/);
  await server.start();
  expect(await member.ended).toBe(0);
  expect(await recordsAt(receiver.url)).toHaveLength(count);
}, 60_000);

it('does not wait for what no waiting mends', async () => {
  const outbox = new URL((await outboxes[1]?.open()) ?? '');
  outbox.pathname = '/no-such-database';
  const said = await say(['worker', '--outbox', outbox.href, '--adapter', adapter]);
  expect(said).toMatchObject({ code: 69, out: '' });
  expect(said.err).toContain('no-such-database');
  expect(said.err).not.toContain('Waiting');
});
