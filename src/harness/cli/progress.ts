import type { Level, Verdict } from '../model/verdict.js';
import type { Kit } from './kit.js';

/** Says what runs, how many, how long: one moving line on a terminal, one plain line each elsewhere. */
export interface Progress {
  start(id: string): void;
  end(id: string, level: Level, verdict: Verdict): void;
  finish(): void;
}

/** Opens the progress of a run over so many requirements. */
export function openProgress(kit: Pick<Kit, 'clock' | 'err' | 'terminal'>, total: number): Progress {
  const begun = kit.clock.now();
  const { isTerminal, width } = kit.terminal;
  let done = 0;
  let startedAt = begun;
  const moving = (text: string): void => {
    kit.err(`\r\u001B[2K${text.slice(0, width - 1)}`);
  };
  return {
    start: (id) => {
      startedAt = kit.clock.now();
      if (isTerminal) moving(`  ${done + 1} of ${total}  ${seconds(startedAt - begun)}  ${id}`);
    },
    end: (id, level, verdict) => {
      done += 1;
      if (isTerminal && (verdict !== 'fail' || level === 'SURVEY')) return;
      const line = `  ${String(done).padStart(3)}/${total}  ${spelled(verdict, level).padEnd(13)} ${level.padEnd(6)} ${id}  ${seconds(kit.clock.now() - startedAt)}\n`;
      if (isTerminal) moving('');
      kit.err(line);
      startedAt = kit.clock.now();
    },
    finish: () => {
      if (isTerminal) moving('');
      kit.err(`  ${done} of ${total} requirements looked at in ${seconds(kit.clock.now() - begun)}\n`);
    },
  };
}

/** A survey is never failed; it reports. */
function spelled(verdict: Verdict, level: Level): string {
  return verdict === 'fail' && level === 'SURVEY' ? 'reported' : verdict;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
