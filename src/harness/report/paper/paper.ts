import type { Sign } from '../signs.js';

/** What may stand in a cell: plain text, a name to be set as code, or a sign with its word. */
export type Cell = string | { readonly name: string } | { readonly sign: Sign };

/** A table under a heading, or a list where it has but one column. */
export interface PaperSection {
  readonly title: string;
  /** One sentence that says what the table holds; empty where the title does. */
  readonly text: string;
  readonly columns: readonly string[];
  /** True where a cell means little without the name of its column. */
  readonly labelled?: boolean;
  readonly rows: readonly (readonly Cell[])[];
}

/** A short page on several reports, before it is set in a format. */
export interface Paper {
  readonly kicker: string;
  readonly sign: Sign;
  readonly sentence: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly notes: readonly string[];
  readonly sections: readonly PaperSection[];
}
