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
