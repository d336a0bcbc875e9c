/**
 * The words that run a command under a supervisor: a tiny process between the kit and the receiver, leader of their
 * common group. When the kit ends, however it ends, the pipe to its input closes, and it takes the group along; a
 * SIGKILL leaves nobody else to do so. It heeds no request to end, so that the receiver decides when it is done, and
 * ends with its exit code: 128 and the signal's number where a signal ended it, as shells tell it.
 */
export function supervised(command: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, '--eval', script, '--', ...command];
}

/** Not a module of its own: it has to run from the sources and from the build alike. */
const script = `
const { spawn } = require('node:child_process');
const { signals } = require('node:os').constants;
const [program, ...words] = process.argv.slice(1);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).on('error', () => {}).resume();
const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => { console.error(error.message); process.exit(127); });
child.on('exit', (code, signal) => process.exit(code ?? 128 + signals[signal]));
`;
