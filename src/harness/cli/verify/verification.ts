import type { HistoryEvent } from '../../model/event.js';

/** A file that is not what the rest of the folder says it is, and in what. */
export interface Trouble {
  /** Its place below the folder. */
  readonly file: string;
  readonly what: string;
}

/** What a look at the folder of a report has shown. */
export interface Verification {
  readonly folder: string;
  /** The digest that report.json carries; null where it cannot be read. */
  readonly digest: string | null;
  /** Empty where the report is what its evidence supports. */
  readonly troubles: readonly Trouble[];
  /** What could not be checked, and why. */
  readonly notes: readonly string[];
  readonly checked: {
    readonly histories: number;
    readonly events: number;
    /** Requirements whose verdicts were made again. */
    readonly verdicts: number;
    readonly renderings: number;
    readonly evidence: number;
  };
}

/** Whole histories under the ids of their requirements. */
export type Recorded = ReadonlyMap<string, readonly HistoryEvent[]>;
