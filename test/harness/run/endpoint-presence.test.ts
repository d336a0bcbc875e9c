import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import { startReceiver, type ChildReceiver } from '../../../src/harness/control/child-receiver.js';
import { endpointControls } from '../../../src/harness/run/endpoint-controls.js';
import { endpointPresence } from '../../../src/harness/run/endpoint-presence.js';
import { offsetClock } from '../../../src/harness/run/offset-clock.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openTurns, type Turns } from '../../../src/harness/run/turns.js';
import { openPlainFetch } from '../../../src/harness/wire/plain-fetch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const { signal } = new AbortController();
const running: ChildReceiver[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) await child.stop();
});

/** Answers with 503 until it is told to die. */
const program = `
require('http').createServer((request, answer) => {
  if (request.url === '/die') { console.error('told to die by s3cr3t'); process.exit(7); }
  answer.writeHead(request.url === '/ready' ? 200 : 503).end();
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

async function mortal(folder = temporaryFolder()): Promise<ChildReceiver> {
  writeFileSync(join(folder, 'mortal.cjs'), program);
  const command = () => [process.execPath, 'mortal.cjs'];
  const child = await startReceiver(
    { command, readyPath: '/ready', stop: 'SIGTERM', env: {} },
    { folder, signal },
  );
  running.push(child);
  return child;
}

const look = (url: string) => ({ method: 'GET', url: `${url}/tasks`, headers: [], body: null });
const clean = (text: string): string => text.replaceAll('s3cr3t', '[redacted]');

function presenceOf(child: ChildReceiver, turns: Turns = openTurns()) {
  return endpointPresence({ child, firstLook: look(child.url), fetch: openPlainFetch().fetch, clean, turns });
}

async function die({ url }: ChildReceiver): Promise<void> {
  await expect(fetch(`${url}/die`)).rejects.toThrow();
}

it('sees one that fails at everything, for it answers', async () => {
  const presence = presenceOf(await mortal());
  expect(presence.hasFallen()).toBe(false);
  expect(await presence.look(signal)).toEqual({ kind: 'there' });
});

it('starts a process again that has died by itself, twice; the third time it is gone for good', async () => {
  const child = await mortal();
  const presence = presenceOf(child);
  const why = 'its process ended by itself (exit code 7)';
  for (let death = 1; death <= 2; death += 1) {
    await die(child);
    await expect.poll(() => presence.hasFallen()).toBe(true);
    const output = 'told to die by [redacted]\n';
    expect(await presence.look(signal)).toEqual({ kind: 'started-again', why, output });
    expect(presence.hasFallen()).toBe(false);
  }
  await die(child);
  expect(await presence.look(signal)).toMatchObject({
    kind: 'gone',
    why: `${why}, having been started again 2 times already`,
  });
});

it('does not miss a process while the kit itself kills it and starts it again', async () => {
  const folder = temporaryFolder();
  const child = await mortal(folder);
  const turns = openTurns();
  const text = `
adapter: 1
name: mortal
target: { base_url: '${child.url}' }
create: { path: /tasks, body: { reference: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }]
id: { json: /id }
observe: none
`;
  const file = readAdapter(text, { file: 'adapter.yaml', environment: {}, now: () => 0 });
  const clock = offsetClock(systemClock);
  const endpoint = {
    file,
    clock,
    child,
    place: { folder, signal },
    firstLook: look(child.url),
    fetch: openPlainFetch().fetch,
  };
  const killed = endpointControls(endpoint, turns).carryOut({ control: 'kill' });
  const seen = presenceOf(child, turns).look(signal);
  expect(await seen).toEqual({ kind: 'there' });
  await killed;
  expect(child.transcript()).toContain('ended as it was asked to: signal SIGKILL');
  expect(child.transcript()).not.toContain('by itself');
});

it('gives somebody else’s receiver some seconds to come back', async () => {
  const server = createServer((_, answer) => answer.end());
  const listening = async (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listening(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  let looks = 0;
  const firstLook = {
    ...look(''),
    /** The second look brings it back; the first met nobody. */
    get url() {
      looks += 1;
      if (looks === 2) void listening(port);
      return `http://127.0.0.1:${port}/tasks`;
    },
  };
  const presence = endpointPresence({
    child: null,
    firstLook,
    fetch: openPlainFetch().fetch,
    clean,
    turns: openTurns(),
  });
  try {
    expect(await presence.look(signal)).toEqual({ kind: 'there' });
    expect(looks).toBeGreaterThanOrEqual(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('stops looking when the run is interrupted', async () => {
  const presence = presenceOf(await mortal());
  await expect(presence.look(AbortSignal.abort(new Error('Ctrl-C')))).rejects.toThrow();
});
