import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { ProcessControl } from '../model/adapter-file.js';
import { KitError } from '../model/kit-error.js';
import { askOnce } from '../wire/ask-once.js';
import { freePort } from './free-port.js';
import { openOutputTail, type OutputTail } from './output-tail.js';
import { ownEnvironment } from './own-environment.js';
import { supervised } from './supervised.js';

const longestStartMs = 30_000;
const longestStopMs = 5_000;
const longestLastWordsMs = 1_000;
const longestCallMs = 1_000;
const betweenCallsMs = 10;
const mostOutput = 64 * 1024;

/** A receiver that runs as a child process, with its whole process group; it ends with the kit, even if that is killed. */
export interface ChildReceiver {
  readonly port: number;
  readonly url: string;
  /** The last of what it printed since it was last started, bounded. */
  output(): string;
  /** The last of what it printed over all its starts, bounded, with a line of the kit's at each start and end. */
  transcript(): string;
  /** How it ended without being asked to, in words; null while it runs, and where the kit ended it. */
  fallen(): string | null;
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
  /** Takes secrets out of what a receiver printed, before an error tells it; without it, nothing is taken out. */
  readonly clean?: (text: string) => string;
}

/** Starts a receiver on a free loopback port and waits until it answers its ready call; throws `TARGET_UNREACHABLE`. */
export async function startReceiver(control: ProcessControl, place: ChildPlace): Promise<ChildReceiver> {
  const port = await freePort();
  const all = openOutputTail(mostOutput);
  let running = await startedOn(port, control, place, all);
  return {
    port,
    url: urlOf(port),
    output: () => running.output(),
    transcript: () => all.text(),
    fallen: () => running.fallen(),
    startAgain: async (end) => {
      await running.end(end === 'killed' ? 'SIGKILL' : control.stop);
      running = await startedOn(port, control, place, all);
    },
    stop: () => running.end(control.stop),
  };
}

interface Running {
  output(): string;
  fallen(): string | null;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startedOn(
  port: number,
  control: ProcessControl,
  place: ChildPlace,
  all: OutputTail,
): Promise<Running> {
  const command = control.command(port);
  all.add(noted(`started on port ${port}`));
  const running = launched(command, { ...control.env, PORT: String(port) }, place.folder, all);
  try {
    await ready(`${urlOf(port)}${control.readyPath}`, running.ended, place.signal);
    return running;
  } catch (error) {
    await running.end(control.stop);
    const { clean = (text: string) => text } = place;
    throw notStarted(command, control.readyPath, clean(running.output()), error);
  }
}

/** A line of the kit's own in the output of a receiver. */
function noted(what: string): Buffer {
  return Buffer.from(`[twiceshy] ${what}\n`);
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function launched(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
  all: OutputTail,
): Running & { readonly ended: Promise<void> } {
  const [program, ...words] = supervised(command);
  const child = spawn(program, words, {
    cwd: folder,
    detached: true,
    // The input is never written to: it is how the watcher learns that the kit is gone.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: ownEnvironment(env),
  });
  const output = capture(child, all);
  const emergency = (): void => {
    killGroup(child, 'SIGKILL');
  };
  process.once('exit', emergency);
  let isAsked = false;
  let fallen: string | null = null;
  const how = whenEnded(child);
  const noteFall = async (): Promise<void> => {
    const seen = await how;
    if (!isAsked) fallen = seen;
  };
  const ended = noteFall();
  // Its end is noted after its last words, which may come later than its end does.
  const noteEnd = async (): Promise<void> => {
    await Promise.allSettled([ended, once(child, 'close')]);
    all.add(noted(`ended ${fallen === null ? 'as it was asked to' : 'by itself'}: ${await how}`));
  };
  const closed = noteEnd();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isAsked = true;
    killGroup(child, signal);
    const patience = setTimeout(() => {
      killGroup(child, 'SIGKILL');
    }, longestStopMs);
    await ended;
    clearTimeout(patience);
    killGroup(child, 'SIGKILL');
    // What it printed last may still be on its way; who left the group may hold the pipe for ever.
    await Promise.race([closed, after(longestLastWordsMs, undefined, { ref: false })]);
    process.removeListener('exit', emergency);
  };
  return { output: () => output.text(), fallen: () => fallen, ended, end };
}

function capture(child: ChildProcess, all: OutputTail): OutputTail {
  const own = openOutputTail(mostOutput);
  const take = (chunk: Buffer): void => {
    own.add(chunk);
    all.add(chunk);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return own;
}

/** Resolves to how it ended, in words. */
function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(inWords(code, signal));
    });
    child.once('error', (error) => {
      resolve(error.message);
    });
  });
}

/** A command that is a shell itself tells a signal by its code. */
function inWords(code: number | null, signal: NodeJS.Signals | null): string {
  const [known] = Object.entries(constants.signals).find(([, number]) => 128 + number === code) ?? [];
  const name = signal ?? known;
  return name === undefined ? `exit code ${code ?? 'unknown'}` : `signal ${name}`;
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
    const { answer } = await askOnce({ url, method: 'GET', headers: [], body: null }, longestCallMs);
    if (answer.kind === 'answered' && answer.status < 500) return;
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
