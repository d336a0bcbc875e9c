import type { Kit } from './kit.js';

/** A name for this run that no other has: its time in UTC and some chance. */
export function newRunId(kit: Pick<Kit, 'clock' | 'chance'>): string {
  const time = new Date(kit.clock.now()).toISOString().replaceAll(/[-:]/g, '').slice(0, 15).toLowerCase();
  return `${time}-${kit.chance(3)}`;
}
