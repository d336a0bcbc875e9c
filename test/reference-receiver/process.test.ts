import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { builtReceiver } from '../support/built-receiver.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openCaller } from './support.js';
import { startProcess } from './process-support.js';
import type { ProcessCaller } from './process-support.js';

const payload = { title: 'Call back', reference: 'm-1' };
const leaseMs = 500;
const running: ProcessCaller[] = [];

afterEach(async () => {
  for (const { child } of running.splice(0)) await child.stop();
});

async function start(): Promise<ProcessCaller> {
  const crm = await startProcess(temporaryFolder(), { leaseMs });
  running.push(crm);
  return crm;
}

describe.each(['claimed', 'written', 'committed'])('a process that dies when a create is %s', (at) => {
  test('leaves all of it or nothing, and the retry learns the one record', async () => {
    const crm = await start();
    await crm.control('die-next', { at });
    expect((await crm.create('k', payload)).status).toBe(0);
    await crm.child.startAgain('killed');
    expect(await crm.records('m-1')).toBe(at === 'committed' ? 1 : 0);
    const again = await crm.create('k', payload);
    expect([again.status, again.replayed]).toEqual([201, at === 'committed']);
    expect(await crm.records('m-1')).toBe(1);
  });

  test('leaves no claim behind that outlives its lease, though it had claimed before it worked', async () => {
    const crm = await start();
    await crm.control('slow', { ms: 50 });
    await crm.control('die-next', { at });
    expect((await crm.create('k', payload)).status).toBe(0);
    await crm.child.startAgain('killed');
    expect(await crm.records('m-1')).toBe(at === 'committed' ? 1 : 0);
    await expect
      .poll(async () => (await crm.create('k', payload)).status, { timeout: leaseMs * 40 })
      .toBe(201);
    expect(await crm.records('m-1')).toBe(1);
  });
});

test('a receiver in somebody else’s process cannot be made to die', async () => {
  const crm = openCaller();
  expect((await crm.control('die-next', { at: 'claimed' })).status).toBe(400);
  crm.receiver.close();
});

test('a clock that was moved stays moved through a restart', async () => {
  const crm = await start();
  const now = async () => {
    const body = JSON.stringify({ advance_ms: 0 });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${crm.child.url}/__test/clock`, { method: 'POST', headers, body });
    return ((await answer.json()) as { now: number }).now;
  };
  const before = await now();
  await crm.control('clock', { advance_ms: 3_600_000 });
  await crm.child.startAgain('killed');
  expect(await now()).toBeGreaterThanOrEqual(before + 3_600_000);
});

test('SIGTERM ends it in order, with code 0', async () => {
  const child = spawn(process.execPath, [builtReceiver()], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [['--port', 'many'], /--port is "many"; expected a whole number from 0 to 65535/],
  [['--lease-ms', '-1'], /--lease-ms/],
  [['--no-such-option'], /--no-such-option/],
  [['--flaw', 'no-such-flaw'], /answers-without-saving/],
])('%j is refused with code 64, and says why', async (words, why) => {
  const child = spawn(process.execPath, [builtReceiver(), ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  expect(await once(child, 'close')).toEqual([64, null]);
  expect(said).toMatch(why);
});
