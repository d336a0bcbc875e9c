import type { Finding } from '../model/report.js';
import { placeOf } from './place-of.js';

/** Where some findings were made: each place once, in order, with how often where it is more than once. */
export function places(findings: readonly Finding[]): readonly string[] {
  const all = findings.map(placeOf);
  return [...new Set(all)].map((place) => {
    const times = all.filter((each) => each === place).length;
    return times === 1 ? place : `${place} (${String(times)} times)`;
  });
}
