import type { SwitchEntry } from '../sender-store.js';
import type { Statements } from './statements.js';

/** Turns the kill switch, and writes down who did; false where it stood so already. */
export function switchSends(statements: Statements, { act, who, why }: SwitchEntry, now: number): boolean {
  const pause = statements.pause();
  const done = (act === 'pause') === (pause === null);
  if (pause === null) {
    if (done) statements.pauseSends({ since: now, who, why });
  } else if (done) {
    statements.resumeSends();
    statements.lengthenBudgets({ now, since: pause.since });
  }
  statements.logAct({ now, act, key: null, who, why, result: done ? `${act}d` : `${act}d already` });
  return done;
}
