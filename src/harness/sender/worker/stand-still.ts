import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownEnvironment } from '../../control/own-environment.js';

/** A process that stands still, as under a long pause of its machine. */
export interface Standstill {
  /** Lets it go on where it stood. */
  goOn(): Promise<void>;
}

/**
 * Stops a process by SIGSTOP. One that is stopped cannot notice that the kit is gone, so a shell beside it waits for
 * that, and kills it then.
 */
export async function standStill(pid: number): Promise<Standstill> {
  const watch = spawn('sh', ['-c', script, 'sh', String(pid)], {
    // A group of its own: Ctrl-C is for the kit, which lets the process go on or kills it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: ownEnvironment({}),
  });
  const over = once(watch, 'exit');
  await once(watch, 'spawn');
  watch.stdin.on('error', () => undefined);
  signal(pid, 'SIGSTOP');
  return {
    async goOn() {
      watch.stdin.end('over\n');
      await over;
      signal(pid, 'SIGCONT');
    },
  };
}

/** A line says that all is well, the end of the input without one that the kit is gone. */
const script = 'read -r word || kill -KILL "$1"';

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile, which whoever waits for its answer is told.
  }
}
