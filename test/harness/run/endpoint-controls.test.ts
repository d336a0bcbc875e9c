import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import { endpointControls } from '../../../src/harness/run/endpoint-controls.js';
import { offsetClock } from '../../../src/harness/run/offset-clock.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import type { Controls } from '../../../src/harness/run/target.js';
import { openPlainFetch } from '../../../src/harness/wire/plain-fetch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let receiver: Server;
let asked: string[] = [];
/** Statuses of the next answers, in order; then 200. */
let answers: number[] = [];

beforeEach(async () => {
  asked = [];
  answers = [];
  receiver = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

function controlsOf(control: string): Controls {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const text = `
adapter: 1
name: somebody else's receiver
target: { base_url: '${url}' }
create: { path: /tasks, body: { reference: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }]
id: { json: /id }
observe: none
control: ${control}
`;
  const file = readAdapter(text, { file: 'adapter.yaml', environment: {}, now: () => 0 });
  return endpointControls({
    file,
    clock: offsetClock(systemClock),
    child: null,
    place: { folder: temporaryFolder(), signal: new AbortController().signal },
    firstLook: { method: 'GET', url: `${url}/tasks`, headers: [], body: null },
    fetch: openPlainFetch().fetch,
  });
}

it('has a receiver restarted by a request, and waits until it answers again', async () => {
  answers = [202, 503, 503, 404];
  await controlsOf('{ restart: { request: { path: /__restart } } }').carryOut({ control: 'restart' });
  expect(asked).toEqual(['POST /__restart', 'GET /tasks', 'GET /tasks', 'GET /tasks']);
});

it('has a receiver restarted by a command, which runs to its end in the folder of the adapter file', async () => {
  const command = `[node, -e, "process.exitCode = require('fs').readdirSync('.').length"]`;
  await controlsOf(`{ restart: { command: ${command} } }`).carryOut({ control: 'restart' });
  expect(asked).toEqual(['GET /tasks']);
});

it('says so when a restart was refused or its command failed', async () => {
  answers = [500];
  const byRequest = controlsOf('{ restart: { request: { path: /__restart } } }');
  await expect(byRequest.carryOut({ control: 'restart' })).rejects.toThrow('restart was answered 500');
  const byCommand = controlsOf(`{ restart: { command: [node, -e, 'process.exitCode = 3'] } }`);
  await expect(byCommand.carryOut({ control: 'restart' })).rejects.toThrow('ended with 3');
});

it('has a receiver killed as its file says, and waits until it answers again', async () => {
  answers = [200, 503, 200];
  await controlsOf('{ kill: { request: { path: /__die } } }').carryOut({ control: 'kill' });
  expect(asked).toEqual(['POST /__die', 'GET /tasks', 'GET /tasks']);
});

it('takes it for done when the one who is killed does not live to answer', async () => {
  receiver.prependOnceListener('request', (_: unknown, response: ServerResponse) => response.destroy());
  await controlsOf('{ kill: { request: { path: /__die } } }').carryOut({ control: 'kill' });
  expect(asked).toEqual(['POST /__die', 'GET /tasks']);
});

it('kills nothing that it has neither started nor a hook for', async () => {
  const controls = controlsOf('{ restart: { request: { path: /__restart } } }');
  await expect(controls.carryOut({ control: 'kill' })).rejects.toThrow('offers no control kill');
  expect(asked).toEqual([]);
});

it('has any control carried out by a command, with its words filled', async () => {
  const command = `[node, -e, "process.exitCode = process.argv[1] === '250' ? 0 : 9", '{{ms}}']`;
  const controls = controlsOf(`{ slow: { command: ${command} } }`);
  await controls.carryOut({ control: 'slow', ms: 250 });
  await expect(controls.carryOut({ control: 'slow', ms: 251 })).rejects.toThrow('ended with 9');
});
