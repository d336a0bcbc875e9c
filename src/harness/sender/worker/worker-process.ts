import { fork, type ChildProcess } from 'node:child_process';
import { openOutputTail } from '../../control/output-tail.js';
import { ownEnvironment } from '../../control/own-environment.js';
import type { AttemptResult } from '../sender-options.js';
import type { Order, SentOrder, Told } from './messages.js';
import { standStill, type Standstill } from './stand-still.js';

const mostOutput = 8 * 1024;

/** A worker of the sender as a process of its own, which ends with the kit, however that ends. */
export interface WorkerProcess {
  readonly pid: number;
  /**
   * Has an order carried out; `heard` is told what it records and asks meanwhile, in order. Resolves to what came of
   * an attempt; rejects where the worker says that it cannot, and with `WorkerEnded` where its process ends first.
   */
  carryOut(order: Order, heard: (told: Heard) => void): Promise<AttemptResult | null>;
  /** Answers what it asked. */
  answer(answer: unknown): void;
  /** Ends it by SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  standStill(): Promise<Standstill>;
}

/** What is heard of a worker while it carries out an order. */
export type Heard = Extract<Told, { readonly told: 'recorded' | 'called' }>;

/** The process is gone, asked to or not, and will never answer. */
export class WorkerEnded extends Error {}

/** Starts a worker's process from its compiled entry; `aheadMs` tells how far the run's clock is ahead just now. */
export function startWorkerProcess(entry: string, aheadMs: () => number): WorkerProcess {
  const child = fork(entry, [], {
    execArgv: [],
    env: ownEnvironment({}),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A group of its own: Ctrl-C is for the kit, which ends its workers itself.
    detached: true,
  });
  const output = capture(child);
  const ended = whenEnded(child, output);
  let hear: ((told: Told) => void) | null = null;
  child.on('message', (told) => hear?.(told as Told));
  const send = (order: Order): void => {
    const sent: SentOrder = { ...order, aheadMs: aheadMs() };
    // What cannot be sent is sent to a process that has ended, which `ended` tells.
    child.send(sent, () => undefined);
  };
  const carryOut = (order: Order, heard: (told: Heard) => void): Promise<AttemptResult | null> => {
    const told = new Promise<AttemptResult | null>((resolve, reject) => {
      hear = (each) => {
        if (each.told === 'done') resolve(each.result);
        else if (each.told === 'failed') reject(new Error(`A worker's process failed: ${each.message}`));
        else heard(each);
      };
    });
    send(order);
    return Promise.race([told, ended.then((why) => Promise.reject(new WorkerEnded(why)))]);
  };
  return {
    pid: child.pid ?? 0,
    carryOut,
    answer: (answer) => send({ order: 'answer', answer }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    standStill: () => standStill(child.pid ?? 0),
  };
}

function capture(child: ChildProcess): () => string {
  const tail = openOutputTail(mostOutput);
  child.stderr?.on('data', (chunk: Buffer) => tail.add(chunk));
  return () => tail.text().trim();
}

/** Resolves when the process is gone, to how it ended. */
function whenEnded(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve) => {
    let how = '';
    let parts = 2;
    // What it told before its end is in the channel still when the process is gone.
    const part = (): void => {
      parts -= 1;
      if (parts > 0) return;
      const said = output() === '' ? '' : `; it printed: ${output()}`;
      resolve(`A worker's process ended (${how})${said}`);
    };
    child.once('disconnect', part);
    child.once('exit', (code, signal) => {
      how = signal ?? `exit code ${String(code)}`;
      part();
    });
    child.once('error', (error) => resolve(`A worker's process cannot be run: ${error.message}`));
  });
}
