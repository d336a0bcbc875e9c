/** What is to be seen of a requirement; with `varies`, lists of what may be seen. */
export interface ExpectedRow {
  readonly byHand: string;
  readonly varies?: boolean;
  readonly verdict: string | readonly string[];
  readonly effect: string | readonly string[];
  readonly answer: string | readonly string[];
  readonly records?: readonly number[];
  readonly answers?: readonly string[];
}

/** What is to come of a trial. */
export interface ExpectedTrial {
  /** The name of its files in `report/`. */
  readonly report: string;
  readonly effort: 'quick' | 'standard' | 'thorough';
  /** The requirements that `npm run examples` tries; all of them where it is left out. */
  readonly only?: readonly string[];
  readonly exitCode: number;
  readonly grade: string | null;
  /** What is to be observed of claims of the contract, by claim. */
  readonly observed?: Readonly<Record<string, string>>;
  /** By requirement. */
  readonly rows: Readonly<Record<string, ExpectedRow>>;
}

export function expectedTrials(folder: string): Readonly<Record<string, ExpectedTrial>>;
export function disagreements(expected: ExpectedTrial, out: string): readonly string[];
