/**
 * The words that run a command so that it ends with the kit: a shell that becomes the command and leaves a watcher
 * beside it, in their common process group. When the kit ends, however it ends, the pipe to its input closes, and the
 * watcher takes the group along; a SIGKILL leaves nobody else to do so. The watcher heeds no request to end, so that
 * the receiver decides when it is done. A shell, since the receiver would wait for any larger runtime to start first.
 */
export function supervised(command: readonly string[]): readonly [string, ...string[]] {
  return ['sh', '-c', script, 'sh', ...command];
}

/**
 * Nothing is ever written to the input. The watcher keeps neither output open, so that their end tells the command's;
 * and the shell leaves none of its own variables in the environment.
 */
const script = `
exec 3<&0
( trap '' TERM INT HUP; read -r word; kill -KILL 0 ) <&3 3<&- >/dev/null 2>&1 &
exec 3<&- </dev/null
unset PWD OLDPWD
exec "$@"
`;
