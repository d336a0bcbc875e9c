import { spawn } from 'node:child_process';
import { once } from 'node:events';

const { supervised } = await import('../dist/src/harness/control/supervised.js');
const mostOutput = 256 * 1024;

/**
 * Starts a command that ends with this process, however that ends: it runs in a group of its own, beside a watcher that
 * takes the group along. `ended` resolves to its exit code and the last of what it printed, once nothing of it is left;
 * `printed` resolves to what it prints of a pattern, and throws when it ends before; `end` asks its whole group to end.
 */
export function startTied(command, { cwd, env }) {
  const [program, ...words] = supervised(command);
  const child = spawn(program, words, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const signalGroup = (signal) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  let output = '';
  const take = (chunk) => {
    output = (output + chunk).slice(-mostOutput);
  };
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  const last = once(child, 'close');
  const gone = async () => {
    const [code] = await once(child, 'exit');
    signalGroup('SIGKILL');
    await last;
    return { code, output };
  };
  const ended = gone();
  return {
    ended,
    async end(signal) {
      signalGroup(signal);
      await ended;
    },
    async printed(pattern) {
      const state = { isOver: false };
      void ended.finally(() => {
        state.isOver = true;
      });
      for (;;) {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined) return found;
        if (state.isOver)
          throw new Error(`${command.join(' ')} ended before it was ready: ${output.slice(-2000)}`);
        await Promise.race([ended, once(child.stdout, 'data')]);
      }
    },
  };
}
