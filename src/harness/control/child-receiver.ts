import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import type { ProcessControl } from '../model/adapter-file.js';
import { KitError } from '../model/kit-error.js';
import { freePort } from './free-port.js';
import { ownEnvironment } from './own-environment.js';
import { supervised } from './supervised.js';

const longestStartMs = 30_000;
const longestStopMs = 5_000;
const betweenCallsMs = 10;
const mostOutput = 64 * 1024;

/** A receiver that runs as a child process, with its whole process group; it ends with the kit, even if that is killed. */
export interface ChildReceiver {
  readonly port: number;
  readonly url: string;
  /** The last of what it printed since it was last started, bounded. */
  output(): string;
  /** Ends it (asked to, or killed at once), starts it again on the same port, and resolves when it is ready. */
  startAgain(end: 'orderly' | 'killed'): Promise<void>;
  /** Ends it: asks first, then kills; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Where and until when a receiver is run. */
export interface ChildPlace {
  /** The folder in which its command is run: that of the adapter file, so that its words are relative to it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Starts a receiver on a free loopback port and waits until it answers its ready call; throws `TARGET_UNREACHABLE`. */
export async function startReceiver(control: ProcessControl, place: ChildPlace): Promise<ChildReceiver> {
  const port = await freePort();
  let running = await startedOn(port, control, place);
  return {
    port,
    url: urlOf(port),
    output: () => running.output(),
    startAgain: async (end) => {
      await running.end(end === 'killed' ? 'SIGKILL' : control.stop);
      running = await startedOn(port, control, place);
    },
    stop: () => running.end(control.stop),
  };
}

interface Running {
  output(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startedOn(port: number, control: ProcessControl, place: ChildPlace): Promise<Running> {
  const command = control.command(port);
  const running = launched(command, { ...control.env, PORT: String(port) }, place.folder);
  try {
    await ready(`${urlOf(port)}${control.readyPath}`, running.ended, place.signal);
    return running;
  } catch (error) {
    await running.end(control.stop);
    throw notStarted(command, control.readyPath, running.output(), error);
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function launched(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Running & { readonly ended: Promise<void> } {
  const [program, ...words] = supervised(command);
  const child = spawn(program, words, {
    cwd: folder,
    detached: true,
    // The input is never written to: it is how the supervisor learns that the kit is gone.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: ownEnvironment(env),
  });
  const ended = whenEnded(child);
  const emergency = (): void => {
    killGroup(child, 'SIGKILL');
  };
  process.once('exit', emergency);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    killGroup(child, signal);
    const patience = setTimeout(() => {
      killGroup(child, 'SIGKILL');
    }, longestStopMs);
    await ended;
    clearTimeout(patience);
    killGroup(child, 'SIGKILL');
    process.removeListener('exit', emergency);
  };
  return { output: capture(child), ended, end };
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
  const watch = watched(ended);
  const limit = AbortSignal.timeout(longestStartMs);
  while (!limit.aborted) {
    signal.throwIfAborted();
    if (watch.gone) throw new Error('the process ended before it was ready');
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    // Read, not cancelled: while a plane is open, the half of a split body cannot be cancelled alone.
    await answer?.arrayBuffer();
    if (answer !== null && answer.status < 500) return;
    await after(betweenCallsMs);
  }
  throw new Error(`it was not ready after ${longestStartMs / 1000} s`);
}

/** Whether a promise is fulfilled by now. */
function watched(ended: Promise<void>): { readonly gone: boolean } {
  const state = { gone: false };
  void ended.finally(() => {
    state.gone = true;
  });
  return state;
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
