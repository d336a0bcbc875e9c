/** A way of building a receiver, or a sender, that mends a class of failures. */
export interface RemediationPattern {
  readonly name: string;
  /** What goes wrong without it, as a clause: `work is done twice`. */
  readonly failure: string;
  /** What to build, in one line. */
  readonly pattern: string;
  readonly steps: readonly string[];
  /** A few lines of SQL or pseudocode. */
  readonly sketch: readonly string[];
  /** Ids of requirements, or names of families; an id goes before its family. */
  readonly mends: readonly string[];
}

/** The pattern that mends a requirement, or null where none is known. */
export function patternFor(id: string, patterns: readonly RemediationPattern[]): RemediationPattern | null {
  const [family = ''] = id.split('/');
  const naming = (name: string): RemediationPattern | undefined =>
    patterns.find(({ mends }) => mends.includes(name));
  return naming(id) ?? naming(family) ?? null;
}
