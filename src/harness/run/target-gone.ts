const mostLastWords = 4 * 1024;

/** The end of what a receiver's process printed, as much as a history tells of it. */
export function lastWords(output: string): string {
  return output.slice(-mostLastWords);
}

/** Thrown when the target is gone for good; the runner writes it into the history and ends the run. */
export class TargetGone extends Error {
  readonly output: string | null;
  /** Exchanges that met nobody, as they become known. */
  readonly unanswered: ReadonlySet<string>;

  constructor(why: string, output: string | null, unanswered: ReadonlySet<string> = new Set()) {
    super(why);
    this.output = output;
    this.unanswered = unanswered;
  }
}
