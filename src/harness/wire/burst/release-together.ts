import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldRequest } from './way.js';

/**
 * Lets the last bytes of all go in one turn, as close together as they get; those that are over are passed by. The byte
 * before the last is sent just ahead: a receiver that has gone to sleep takes longer to wake than all of this takes,
 * and code that ran a moment ago runs faster.
 */
export async function releaseTogether(held: readonly HeldRequest[]): Promise<void> {
  for (const each of held) if (!each.course.over) each.wake();
  await nextTurn();
  const ready = held.filter(({ course }) => !course.over);
  // Nothing but the writes is between two moments: no list grows, and no answer is read.
  for (const each of ready) {
    each.course.releasedMs = performance.now();
    each.release();
  }
}
