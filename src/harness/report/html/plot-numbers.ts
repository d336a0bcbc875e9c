import { grouped } from '../../model/spelled.js';

/** A time of a plot, in milliseconds, as people read it. */
export function spelledMs(ms: number): string {
  return ms < 10 && !Number.isInteger(ms) ? `${ms.toFixed(1)} ms` : `${grouped(Math.round(ms))} ms`;
}

/** A place in a plot, to the hundredth. */
export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
