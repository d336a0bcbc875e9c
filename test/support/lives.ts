import { existsSync, readFileSync } from 'node:fs';

/** Whether a process with this id is there; one that is dead and not yet buried counts as gone. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
