import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startReceiver, type ChildReceiver } from '../../../src/harness/control/child-receiver.js';
import type { ProcessControl } from '../../../src/harness/model/adapter-file.js';
import { builtFile, builtReceiver } from '../../support/built-receiver.js';
import { lives } from '../../support/lives.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const running: ChildReceiver[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) await child.stop();
});

const usual: Omit<ProcessControl, 'command'> = { readyPath: '/healthz', stop: 'SIGTERM', env: {} };

async function start(
  command: ProcessControl['command'],
  folder = temporaryFolder(),
  signal = new AbortController().signal,
): Promise<ChildReceiver> {
  const child = await startReceiver({ ...usual, command }, { folder, signal });
  running.push(child);
  return child;
}

const bundled =
  (file: string, ...more: readonly string[]) =>
  (port: number) => [
    process.execPath,
    builtReceiver(),
    '--port',
    String(port),
    '--data',
    file,
    '--controls',
    ...more,
  ];

/** A receiver of one line that prints what it is told, writes its process id down, and heeds or ignores SIGTERM. */
const scripted = (onStop: string) => (port: number) => [
  process.execPath,
  '-e',
  `require('fs').writeFileSync('pid', String(process.pid));
   process.on('SIGTERM', () => { ${onStop} });
   console.log('started on ${port}');
   require('http').createServer((_, answer) => answer.end('ok')).listen(${port}, '127.0.0.1');`,
];

const headers = {
  authorization: 'Bearer harbor-token',
  'content-type': 'application/json',
  'idempotency-key': 'k',
};

async function create({ url }: ChildReceiver): Promise<number> {
  const body = JSON.stringify({ title: 'Call back', reference: 'm' });
  const answer = await fetch(`${url}/v1/tasks`, { method: 'POST', headers, body }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

async function records({ url }: ChildReceiver): Promise<number> {
  const answer = await fetch(`${url}/v1/tasks?reference=m`, { headers });
  return ((await answer.json()) as { data: unknown[] }).data.length;
}

it('starts the bundled receiver, and both kinds of restart keep its port and its data', async () => {
  const child = await start(bundled(join(temporaryFolder(), 'crm.sqlite')));
  const { url } = child;
  expect(await create(child)).toBe(201);
  await child.startAgain('orderly');
  expect([child.url, await records(child)]).toEqual([url, 1]);
  await child.startAgain('killed');
  expect([child.url, await records(child)]).toEqual([url, 1]);
  expect(child.output()).toContain(url);
});

it('a kill in the middle of a create breaks its connection, and the create can be told again', async () => {
  const child = await start(bundled(join(temporaryFolder(), 'crm.sqlite'), '--lease-ms', '300'));
  await fetch(`${child.url}/__test/slow`, { method: 'POST', headers, body: '{"ms":5000}' });
  const cut = create(child);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await child.startAgain('killed');
  expect(await cut).toBe(0);
  await expect.poll(() => create(child), { timeout: 3000 }).toBe(201);
  expect(await records(child)).toBe(1);
});

it('keeps what the process printed, of its last start alone', async () => {
  const child = await start(scripted('process.exit(0)'));
  expect(child.output()).toBe(`started on ${child.port}\n`);
  await child.startAgain('orderly');
  expect(child.output()).toBe(`started on ${child.port}\n`);
});

it('lets the receiver end in its own time when it is asked to', async () => {
  const folder = temporaryFolder();
  const slowly = `setTimeout(() => { require('fs').writeFileSync('ended', ''); process.exit(0); }, 200)`;
  const child = await start(scripted(slowly), folder);
  await child.stop();
  expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('');
});

it('leaves no process behind when it has stopped', async () => {
  const folder = temporaryFolder();
  const child = await start(scripted('process.exit(0)'), folder);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(lives(pid)).toBe(true);
  await child.stop();
  expect(lives(pid)).toBe(false);
});

it('says what a command printed that does not start', async () => {
  const wrong = (port: number) => [process.execPath, builtReceiver(), '--port', `${port}x`];
  await expect(start(wrong)).rejects.toThrow(/did not start[^]*expected a whole number/);
  await expect(start(() => ['no-such-program'])).rejects.toThrow(/did not start[^]*not found/);
});

it('a receiver ends with the kit, though the kit is killed and the receiver heeds no signal', async () => {
  const folder = temporaryFolder();
  const [program, ...words] = scripted('')(0);
  const control = { ...usual, command: 'command' };
  const kit = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { startReceiver } = await import(${JSON.stringify(builtFile('src/harness/control/child-receiver.js'))});
       const words = ${JSON.stringify([program, ...words])};
       const command = (port) => words.map((word) => word.replace('listen(0', 'listen(' + port));
       const place = { folder: ${JSON.stringify(folder)}, signal: new AbortController().signal };
       await startReceiver({ ...${JSON.stringify(control)}, command }, place);
       console.log('ready');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(kit.stdout, 'data');
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(lives(pid)).toBe(true);
  kit.kill('SIGKILL');
  await expect.poll(() => lives(pid), { timeout: 5000 }).toBe(false);
});
