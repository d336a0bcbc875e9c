import { writeFileSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProcessControl } from '../../../src/harness/model/adapter-file.js';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { startReceiver } from '../../../src/harness/control/child-receiver.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Answers with its own pid; says what is asked for; ends by SIGTERM as the test has it. */
const program = `
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
if (process.env.DEAF) process.on('SIGTERM', () => {});
else process.on('SIGTERM', () => { appendFileSync('ended.txt', 'SIGTERM '); process.exit(0); });
const grandchild = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
appendFileSync('pids.txt', process.pid + ' ' + grandchild.pid + ' ');
console.log('x'.repeat(Number(process.env.NOISE ?? 0)) + 'listening with secret ' + process.env.KIT_SECRET);
createServer((request, response) => response.end(request.url === '/env' ? JSON.stringify(process.env) : String(process.pid)))
  .listen(Number(process.env.PORT), '127.0.0.1');
`;

function receiver(
  folder: string,
  more: Partial<ProcessControl> = {},
): readonly [ProcessControl, { readonly folder: string; readonly signal: AbortSignal }] {
  writeFileSync(join(folder, 'server.mjs'), program);
  const control: ProcessControl = {
    command: () => [process.execPath, 'server.mjs'],
    readyPath: '/ready',
    stop: 'SIGTERM',
    env: {},
    ...more,
  };
  return [control, { folder, signal: new AbortController().signal }];
}

function pidsOf(folder: string): readonly number[] {
  const file = join(folder, 'pids.txt');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split(' ').filter(Boolean).map(Number);
}

/** Whether a process runs; one that has ended and was not yet waited for by its new parent does not. */
function isRunning(pid: number): boolean {
  try {
    const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return false;
  }
}

async function pidAt(url: string): Promise<number> {
  return Number(await (await fetch(url)).text());
}

/** Resolves once none of them runs: a killed process is gone when the system comes to it. */
async function allGone(pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  await expect.poll(() => pids.filter(isRunning), { timeout: 5_000 }).toEqual([]);
}

describe.skipIf(process.platform !== 'linux')('a receiver that the kit starts', () => {
  it('is ready when it is there, and nothing of it is left when it is stopped', async () => {
    const folder = temporaryFolder();
    const child = await startReceiver(...receiver(folder));
    expect(child.url).toBe(`http://127.0.0.1:${child.port}`);
    expect(pidsOf(folder)[0]).toBe(await pidAt(child.url));
    expect(child.output()).toContain('listening');
    await child.stop();
    expect(readFileSync(join(folder, 'ended.txt'), 'utf8')).toBe('SIGTERM ');
    await allGone(pidsOf(folder));
    await expect(fetch(child.url)).rejects.toThrow();
  });

  it('has an environment of its own: what the file gives it, and no secret of the kit', async () => {
    const child = await startReceiver(...receiver(temporaryFolder(), { env: { GIVEN: 'yes' } }));
    try {
      const env = (await (await fetch(`${child.url}/env`)).json()) as Record<string, string>;
      expect(env).toMatchObject({ GIVEN: 'yes', PORT: String(child.port) });
      expect(
        Object.keys(env).filter((name) => !['PATH', 'HOME', 'TMPDIR', 'GIVEN', 'PORT'].includes(name)),
      ).toEqual([]);
    } finally {
      await child.stop();
    }
  });

  it.each(['orderly', 'killed'] as const)(
    'comes back on the same port as another process: %s',
    async (end) => {
      const folder = temporaryFolder();
      const child = await startReceiver(...receiver(folder));
      const before = await pidAt(child.url);
      const first = pidsOf(folder);
      try {
        await child.startAgain(end);
        expect(await pidAt(child.url)).not.toBe(before);
        expect(existsSync(join(folder, 'ended.txt'))).toBe(end === 'orderly');
        await allGone(first);
      } finally {
        await child.stop();
      }
      await allGone(pidsOf(folder));
    },
  );

  it('keeps no more than the end of what it prints', async () => {
    const child = await startReceiver(...receiver(temporaryFolder(), { env: { NOISE: '300000' } }));
    try {
      await expect.poll(() => child.output()).toContain('listening');
      expect(child.output().length).toBeLessThanOrEqual(64 * 1024);
    } finally {
      await child.stop();
    }
  });

  it.each([
    ['exit code 3', 'process.exit(3)'],
    ['signal SIGSEGV', "process.kill(process.pid, 'SIGSEGV')"],
  ])('says how it ended where nobody asked it to: %s', async (how, end) => {
    const script = `require('http').createServer((request, answer) => {
      answer.end();
      if (request.url === '/end') { console.log('last words'); ${end}; }
    }).listen(process.env.PORT, '127.0.0.1')`;
    const command = (): string[] => [process.execPath, '-e', script];
    const child = await startReceiver(...receiver(temporaryFolder(), { command }));
    try {
      expect(child.fallen()).toBeNull();
      await fetch(`${child.url}/end`).catch(() => null);
      await expect.poll(() => child.fallen(), { timeout: 5_000 }).toBe(how);
      await child.startAgain('killed');
      expect(child.fallen()).toBeNull();
      const started = `[twiceshy] started on port ${child.port}\n`;
      expect(child.transcript()).toBe(`${started}last words\n[twiceshy] ended by itself: ${how}\n${started}`);
    } finally {
      await child.stop();
    }
    expect(child.fallen()).toBeNull();
    expect(child.transcript()).toContain('ended as it was asked to: signal SIGTERM');
  });

  it('is killed with all its children where it does not end when it is asked', async () => {
    const folder = temporaryFolder();
    const child = await startReceiver(...receiver(folder, { env: { DEAF: 'yes' } }));
    await child.stop();
    await allGone(pidsOf(folder));
  }, 15_000);

  it.each([
    [
      'ends at once',
      [process.execPath, '-e', 'console.error("no database"); process.exit(3)'],
      'no database',
    ],
    ['is not there', ['no-such-program-anywhere'], 'not found'],
  ])('that %s is an error in three parts', async (_, command, said) => {
    const [control, place] = receiver(temporaryFolder(), { command: () => command });
    const error: unknown = await startReceiver(control, place).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KitError);
    const { code, happened, expected, next } = error as KitError;
    expect(code).toBe('TARGET_UNREACHABLE');
    expect(happened).toContain('did not start');
    expect(happened).toContain(said);
    expect(expected).toContain('/ready');
    expect(next).toContain('control.process');
  });

  it('is not left behind when the run is interrupted before it is ready', async () => {
    const folder = temporaryFolder();
    const [control, { folder: place }] = receiver(folder);
    const interrupt = new AbortController();
    interrupt.abort(new Error('Ctrl-C'));
    const started = startReceiver(control, { folder: place, signal: interrupt.signal });
    await expect(started).rejects.toThrow('Ctrl-C');
    await expect.poll(() => pidsOf(folder).filter(isRunning)).toEqual([]);
  });
});
