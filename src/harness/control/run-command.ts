import { spawn } from 'node:child_process';
import type { ChildPlace } from './child-receiver.js';
import { ownEnvironment } from './own-environment.js';

const longestCommandMs = 60_000;

/** Runs a command to its end in the folder of the adapter file; rejects unless it ends with 0 within a minute. */
export function runCommand(command: readonly string[], { folder, signal }: ChildPlace): Promise<void> {
  const [program, ...words] = command;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestCommandMs)]);
  const child = spawn(program ?? '', words, {
    cwd: folder,
    stdio: 'ignore',
    env: ownEnvironment({}),
    signal: limit,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The command ${command.join(' ')} ended with ${code ?? 'a signal'}.`));
    });
  });
}
