/** Where chance comes from: a seeded source, so that a run can be repeated. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** A new source whose stream depends on this one's seed and the label, not on how far this one has been read. */
  fork(label: string): Random;
}
