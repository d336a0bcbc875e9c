/** How the next create is to fail: before it writes, or after its record is written and before the commit. */
interface PlannedFailure {
  readonly at: 'before' | 'half-way';
  readonly status: number;
}

/** What is to happen to the next create that has work to do. */
export interface Mishap {
  readonly slowMs: number;
  readonly failure: PlannedFailure | undefined;
}

/** The moments of a create at which its process can be made to die: the key claimed, the record written, all committed. */
export const moments = ['claimed', 'written', 'committed'] as const;

/** One of the moments. */
export type Moment = (typeof moments)[number];

/** The mishaps that the test controls have asked for and that no create has met yet. */
export interface Mishaps {
  slowNext(ms: number): void;
  failNext(failure: PlannedFailure, times: number): void;
  throttleNext(times: number, retryAfterS: number): void;
  /** Has the process die at this moment of the next create that reaches it; false where the receiver is no process. */
  dieNext(at: Moment): boolean;
  /** To be called by a create at each moment; does not return from the one that is its last. */
  reached(moment: Moment): void;
  /** Whether the next create meets a mishap. */
  awaited(): boolean;
  take(): Mishap;
  /** The seconds that this create has to wait, and uses the refusal up; undefined when it may pass. */
  takeThrottle(): number | undefined;
}

/** No mishaps, until somebody asks for some. `die` kills the process on the spot, where the receiver has one of its own. */
export function openMishaps(die: (() => void) | undefined): Mishaps {
  const slow: number[] = [];
  let failures: { failure: PlannedFailure; times: number } | undefined;
  let dyingAt: Moment | undefined;
  let throttle: { retryAfterS: number; times: number } | undefined;
  return {
    slowNext: (ms) => {
      slow.push(ms);
    },
    failNext: (failure, times) => {
      failures = { failure, times };
    },
    throttleNext: (times, retryAfterS) => {
      throttle = { times, retryAfterS };
    },
    dieNext: (at) => {
      dyingAt = at;
      return die !== undefined;
    },
    reached: (moment) => {
      if (moment === dyingAt) die?.();
    },
    awaited: () => slow.length > 0 || (failures?.times ?? 0) > 0,
    take: () => {
      const slowMs = slow.shift() ?? 0;
      if (failures === undefined || failures.times < 1) return { slowMs, failure: undefined };
      failures.times -= 1;
      return { slowMs, failure: failures.failure };
    },
    takeThrottle: () => {
      if (throttle === undefined || throttle.times < 1) return undefined;
      throttle.times -= 1;
      return throttle.retryAfterS;
    },
  };
}
