import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { ProcessControl } from '../model/adapter-file.js';
import { KitError } from '../model/kit-error.js';

const longestStartMs = 30_000;
const longestStopMs = 5_000;
const mostOutput = 64 * 1024;

/** A receiver that runs as a child process, with its whole process group. */
export interface ChildReceiver {
  readonly port: number;
  readonly url: string;
  /** The last of what it printed, bounded. */
  output(): string;
  /** Ends it: asks first, then kills; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Starts a receiver on a free loopback port and waits until it answers its ready call; throws `TARGET_UNREACHABLE`. */
export async function startReceiver(control: ProcessControl, signal: AbortSignal): Promise<ChildReceiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = control.command(port);
  const [program, ...words] = command;
  const child = spawn(program ?? '', words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...control.env,
      PORT: String(port),
    },
  });
  const output = capture(child);
  const ended = whenEnded(child);
  const emergency = (): void => {
    killGroup(child, 'SIGKILL');
  };
  process.once('exit', emergency);
  const stop = async (): Promise<void> => {
    killGroup(child, control.stop);
    const gone = await Promise.race([ended.then(() => true), after(longestStopMs, false)]);
    if (!gone) killGroup(child, 'SIGKILL');
    await ended;
    killGroup(child, 'SIGKILL');
    process.removeListener('exit', emergency);
  };
  try {
    await ready(`${url}${control.readyPath}`, ended, signal);
  } catch (error) {
    await stop();
    throw notStarted(command, control.readyPath, output(), error);
  }
  return { port, url, output, stop };
}

function capture(child: ChildProcess): () => string {
  let text = '';
  const take = (chunk: Buffer): void => {
    text = `${text}${chunk.toString('utf8')}`.slice(-mostOutput);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return () => text;
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group is gone already, which is what was wanted.
  }
}

async function ready(url: string, ended: Promise<void>, signal: AbortSignal): Promise<void> {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  for (let waited = 0; waited < longestStartMs; waited += 50) {
    signal.throwIfAborted();
    if (gone) throw new Error('the process ended before it was ready');
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer !== null && answer.status < 500) return;
    await after(50);
  }
  throw new Error(`it was not ready after ${longestStartMs / 1000} s`);
}

/** A port that was free a moment ago: the system names one, and it is given back. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  if (address === null || typeof address === 'string') throw new Error('No loopback port could be had.');
  return address.port;
}

function notStarted(command: readonly string[], readyPath: string, output: string, cause: unknown): KitError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const said = output.trim() === '' ? 'it printed nothing' : `it printed: ${output.trim().slice(-600)}`;
  return new KitError(
    'TARGET_UNREACHABLE',
    {
      happened: `The receiver (${command.join(' ')}) did not start: ${why}; ${said}`,
      expected: `an answer below 500 at ${readyPath} on the port that the kit chose ({{port}})`,
      next: 'start the command by hand, and check control.process in the adapter file',
    },
    cause,
  );
}
