/** Thrown when a limit of the run is reached; the runner writes it into the history and ends the scenario. */
export class LimitReached extends Error {
  readonly limit: string;
  readonly most: number;

  constructor(limit: string, most: number) {
    super(`The limit of ${most} ${limit} is reached.`);
    this.limit = limit;
    this.most = most;
  }
}
