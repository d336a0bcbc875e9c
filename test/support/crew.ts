import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach } from 'vitest';
import { supervised } from '../../src/harness/control/supervised.js';

/** A worker's process as a shell would start it. */
export interface CrewMember {
  readonly pid: number;
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** What it printed so far. */
  output(): string;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
}

const members = new Set<CrewMember & { dismiss(): void }>();

afterEach(async () => {
  for (const member of members) {
    member.signal('SIGKILL');
    await member.ended;
    member.dismiss();
  }
  members.clear();
});

/** Starts a process with these words; whatever is left of it after the test is killed. */
export function joins(words: readonly string[]): CrewMember {
  const [shell, ...rest] = supervised([process.execPath, ...words]);
  const child = spawn(shell, rest, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const member = {
    pid: child.pid ?? 0,
    ended: endOf(child),
    output: () => output,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    // The watcher beside it outlives it.
    dismiss: () => void child.stdin.end(),
  };
  members.add(member);
  return member;
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal ?? '';
}
